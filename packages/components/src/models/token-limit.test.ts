import { expect, test } from '@jest/globals';
import { runComponent } from '@workflow/component-kit/testing';
import { descriptor } from '../ask-model/descriptor.ts';
import { runner } from '../ask-model/run.ts';

const CREDENTIAL = '00000000-0000-7000-8000-0000000000c1';
const config = { credential: CREDENTIAL, model: 'm', messages: [{ role: 'user', content: 'Why?' }] };
const ANSWER = {
  json: {
    id: '1',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', content: 'Because.' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 },
  },
};
const refused = (message: string) => ({
  status: 400,
  json: { error: { message, type: 'invalid_request_error', param: 'max_tokens', code: 'unsupported_parameter' } },
});
const WANTED =
  "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";

async function ask(baseUrl: string, answers: object[], maxTokens?: number) {
  const credentials = { [CREDENTIAL]: { api: 'chat-completions', baseUrl, apiKey: 'key' } };
  const run = await runComponent(
    { descriptor, runner },
    { ...config, ...(maxTokens !== undefined && { maxTokens }) },
    {},
    { answers: { credentials, http: answers as never } },
  );
  const limits = run.requests.map(({ body }) => {
    const { max_tokens, max_completion_tokens } = JSON.parse(String(body)) as Record<string, number>;
    return { max_tokens, max_completion_tokens };
  });
  return { outcome: run.outcome, limits };
}

const OLD = { max_tokens: 50, max_completion_tokens: undefined };
const NEW = { max_tokens: undefined, max_completion_tokens: 50 };

test.each<[string, string, object[], object[]]>([
  ['max_tokens to a compatible server', 'https://models.example/v1', [ANSWER], [OLD]],
  [
    'max_completion_tokens where the server names it',
    'https://models.example/v1',
    [refused(WANTED), ANSWER],
    [OLD, NEW],
  ],
  ['max_completion_tokens to OpenAI', 'https://api.openai.com/v1', [ANSWER], [NEW]],
  ['max_completion_tokens to OpenAI at Azure', 'https://me.openai.azure.com/openai/v1', [ANSWER], [NEW]],
  ['max_tokens to a host that is called alike', 'https://notapi.openai.com.example/v1', [ANSWER], [OLD]],
])('sends %s', async (_name, baseUrl, answers, expected) => {
  const { outcome, limits } = await ask(baseUrl, answers, 50);
  expect(limits).toEqual(expected);
  expect(outcome).toMatchObject({ output: { text: 'Because.' } });
});

test('sends no limit where there is none, and asks once where another thing is wrong', async () => {
  const none = await ask('https://api.openai.com/v1', [ANSWER]);
  expect(none.limits).toEqual([{ max_tokens: undefined, max_completion_tokens: undefined }]);
  const wrong = await ask('https://models.example/v1', [refused('The model is unknown')], 50);
  expect(wrong.limits).toEqual([OLD]);
});
