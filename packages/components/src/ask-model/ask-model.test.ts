import { expect, test } from '@jest/globals';
import { runComponent } from '@workflow/component-kit/testing';
import { jsonSchemaOfFields } from '@workflow/component-kit';
import { descriptor } from './descriptor.ts';
import { readAnswer } from '../models/read-answer.ts';
import { runner } from './run.ts';

const CREDENTIAL = '00000000-0000-7000-8000-0000000000c1';
const config = { credential: CREDENTIAL, model: 'm', messages: [{ role: 'user', content: '{{ a }}' }] };
const credentials = { [CREDENTIAL]: { api: 'chat-completions', baseUrl: 'https://models.example/v1', apiKey: 'key' } };
const answered = (content: string) => ({
  json: {
    id: '1',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 },
  },
});

test('asks with its templates filled in, and counts what was used', async () => {
  const run = await runComponent(
    { descriptor, runner },
    config,
    { a: 'Why?' },
    {
      answers: { credentials, http: [answered('Because.')] },
    },
  );
  expect(run.outcome).toMatchObject({
    output: { text: 'Because.', usage: { inputTokens: 3, outputTokens: 4, totalTokens: 7 } },
  });
  expect([run.beganEffect, run.modelTokens]).toEqual([true, 7]);
  expect(run.requests[0]?.url.href).toBe('https://models.example/v1/chat/completions');
  expect(run.requests[0]?.headers['authorization']).toBe('Bearer key');
});

test('asks nothing when the tokens of the month are used up', async () => {
  const answers = { credentials, modelTokensAreUsedUp: true };
  const { outcome, beganEffect } = await runComponent({ descriptor, runner }, config, { a: '' }, { answers });
  expect(outcome).toMatchObject({ kind: 'failed', code: 'MODEL_QUOTA', retryable: false });
  expect(beganEffect).toBe(false);
});

test('waits as long as the server asks', async () => {
  const http = [{ status: 429, headers: { 'retry-after': '9' }, json: { error: { message: 'slow down' } } }];
  const { outcome } = await runComponent({ descriptor, runner }, config, { a: '' }, { answers: { credentials, http } });
  expect(outcome).toMatchObject({ code: 'MODEL_FAILED', retryable: true, retryAfterMs: 9_000 });
  const usedUp = [{ status: 429, json: { error: { message: 'no money', code: 'insufficient_quota' } } }];
  const paid = await runComponent(
    { descriptor, runner },
    config,
    { a: '' },
    { answers: { credentials, http: usedUp } },
  );
  expect(paid.outcome).toMatchObject({ code: 'MODEL_REFUSED', retryable: false });
});

const FIELDS = [
  { key: 'when', type: 'DATE_TIME' },
  { key: 'data', type: 'JSON' },
  { key: 'people', type: 'LIST', items: { type: 'OBJECT', fields: [{ key: 'age', type: 'NUMBER', optional: true }] } },
] as const;

test('the schema is strict at every depth, and what may be missing may be null', () => {
  const schema = jsonSchemaOfFields(FIELDS as never, 'nullable');
  expect(schema).toMatchObject({ required: ['when', 'data', 'people'], additionalProperties: false });
  expect(schema['properties']).toMatchObject({
    people: {
      type: 'array',
      items: {
        required: ['age'],
        additionalProperties: false,
        properties: { age: { anyOf: [{ type: 'number' }, { type: 'null' }] } },
      },
    },
  });
});

test('reads an answer, also one in a block of code, and names what is wrong', () => {
  const text = '{"when":"2026-11-25T08:00:00Z","data":"{\\"a\\":1}","people":[{"age":null}],"more":1}';
  const value = { when: '2026-11-25T08:00:00Z', data: { a: 1 }, people: [{}] };
  for (const given of [text, `\`\`\`json\n${text}\n\`\`\``])
    expect(readAnswer(given, FIELDS as never)).toMatchObject({ ok: true, value });
  const wrong = readAnswer('{"when":"soon","data":"x","people":[]}', FIELDS as never);
  expect(wrong).toMatchObject({ ok: false, problems: [expect.stringContaining('when')] });
  const ids = readAnswer('{"order":820982911946154508,"raw":"{\\"id\\":820982911946154508}"}', [
    { key: 'order', type: 'TEXT' },
    { key: 'raw', type: 'JSON' },
  ]);
  expect(ids).toEqual({ ok: true, value: { order: '820982911946154508', raw: { id: '820982911946154508' } } });
  expect(readAnswer('{"n":820982911946154508}', [{ key: 'n', type: 'NUMBER' }])).toMatchObject({ ok: false });
  expect(readAnswer('[]', FIELDS as never)).toEqual({ ok: false, problems: ['the answer is not a JSON object'] });
});

test('does not parse an answer of very many names, nor a text of them in it', () => {
  const names = JSON.stringify(Object.fromEntries(Array.from({ length: 30_000 }, (_, number) => [`name${number}`, 0])));
  const raw = [{ key: 'raw', type: 'JSON' as const }];
  expect(readAnswer(names, raw)).toEqual({
    ok: false,
    problems: ['the answer has more than 20000 names, or 100000 lists and objects'],
  });
  expect(readAnswer(JSON.stringify({ raw: names }), raw)).toEqual({ ok: true, value: { raw: names } });
});

test('produces the fields, or a text, and what was used', () => {
  const keys = (fields: unknown) =>
    (
      descriptor.outputs({ config: { fields } as never, output: 'answer' })[0] as { fields?: { key: string }[] }
    ).fields?.map(({ key }) => key);
  expect([keys(undefined), keys(FIELDS)]).toEqual([
    ['text', 'usage'],
    ['when', 'data', 'people', 'usage'],
  ]);
  const problems = descriptor.checkConfig({
    fields: [
      { key: 'usage', type: 'TEXT' },
      { key: 'a', type: 'FILE' },
    ],
  });
  expect(problems.map(({ pointer }) => pointer)).toEqual(['/fields/0/key', '/fields/1/type']);
});
