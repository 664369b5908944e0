import { expect, test } from '@jest/globals';
import { runComponent } from '@workflow/component-kit/testing';
import { descriptor } from './descriptor.ts';
import { runner } from './run.ts';

const CREDENTIAL = '00000000-0000-7000-8000-0000000000c1';
const QUESTION = { credential: CREDENTIAL, model: 'm', messages: [{ role: 'user', content: 'a' }] };
const TOO_MANY = 'has more than 2000 lists and objects, or more than 2000 names of members';

const times = (count: number, item: string) => Array.from({ length: count }, () => item).join(',');
const choices = (list: string) => `{"choices":[${list}]}`;
const message = (more: string) => choices(`{"message":{"content":"a"${more}}}`);
const content = (list: string) => `{"type":"message","id":"1","model":"m","role":"assistant","content":[${list}],
  "stop_reason":"end_turn","usage":{"input_tokens":1,"output_tokens":2}}`;

async function ask(api: string, body: string, status = 200) {
  const credentials = { [CREDENTIAL]: { api, baseUrl: 'https://models.example/v1', apiKey: 'key' } };
  const http = [{ status, headers: { 'content-type': 'application/json' }, body }];
  const { outcome } = await runComponent({ descriptor, runner }, QUESTION, {}, { answers: { credentials, http } });
  return outcome;
}

test.each([
  ['chat-completions', 'choices', choices(times(340_000, '{}'))],
  [
    'chat-completions',
    'calls of tools',
    message(`,"tool_calls":[${times(3_000, '{"function":{"name":"a","arguments":"{}"}}')}]`),
  ],
  ['chat-completions', 'members', message(`,"x":{${Array.from({ length: 3_000 }, (_, n) => `"n${n}":1`).join(',')}}`)],
  ['chat-completions', 'nested lists', message(`,"x":${'['.repeat(3_000)}${']'.repeat(3_000)}`)],
  ['chat-completions', 'events', 'data: {}\n\n'.repeat(3_000)],
  ['messages', 'blocks', content(times(3_000, '{"type":"text","text":"a"}'))],
  ['messages', 'citations', content(`{"type":"text","text":"a","citations":[${times(3_000, '{}')}]}`)],
])('an answer of %s with very many %s is refused before the library reads it', async (api, _what, body) => {
  expect(await ask(api, body)).toMatchObject({
    kind: 'failed',
    code: 'MODEL_FAILED',
    message: `The response of the model server ${TOO_MANY}`,
  });
});

test('an answer may have 1 MiB', async () => {
  const answer = (characters: number) => choices(`{"message":{"content":"${'x'.repeat(characters)}"}}`);
  const { length } = answer(0);
  expect(await ask('chat-completions', answer(1_048_576 - length))).toMatchObject({ kind: 'succeeded' });
  expect(await ask('chat-completions', answer(1_048_577 - length))).toMatchObject({
    code: 'MODEL_FAILED',
    message: 'The response of the model server has 1048577 bytes. The limit is 1048576 bytes',
  });
});

test('the text of a model may have whatever brackets it likes', async () => {
  const text = JSON.stringify('[{'.repeat(100_000));
  expect(await ask('chat-completions', choices(`{"message":{"content":${text}}}`))).toMatchObject({
    kind: 'succeeded',
  });
});

test.each([
  [401, 'CREDENTIAL_REFUSED'],
  [429, 'MODEL_FAILED'],
  [400, 'MODEL_REFUSED'],
])('an error %s counts by its status, whatever its body has', async (status, code) => {
  const many = `{"error":{"message":"a","x":[${times(300_000, '{}')}]}}`;
  expect(await ask('chat-completions', many, status)).toMatchObject({ code });
  const long = JSON.stringify({ error: { message: 'x'.repeat(900_000) } });
  const failed = (await ask('chat-completions', long, status)) as { code: string; message: string };
  expect(failed.code).toBe(code);
  expect(failed.message.length).toBeLessThan(2_100);
});
