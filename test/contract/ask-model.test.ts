import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { SHARED_OPERATOR_KEY } from '@workflow/test-harness';
import type { Json, JsonObject } from '@workflow/workflow-model';
import { component, input, openContractSystem, output, type SharedContractSystem } from './contract-system.ts';
import { startModelServer } from './model-server.ts';

let system: SharedContractSystem;
let server: Awaited<ReturnType<typeof startModelServer>>;
const credentials: Record<string, string> = {};
const TYPES = ['openai', 'openai-compatible', 'anthropic'];
const PATHS: Record<string, string> = {
  openai: '/v1/responses',
  'openai-compatible': '/v1/chat/completions',
  anthropic: '/v1/messages',
};
const FIELDS = [
  { key: 'topic', type: 'TEXT' },
  { key: 'score', type: 'NUMBER' },
  { key: 'tags', type: 'LIST', optional: true },
];
const USAGE = { inputTokens: 12, outputTokens: 5, totalTokens: 17, cachedInputTokens: 0 };

beforeAll(async () => {
  [system, server] = await Promise.all([openContractSystem(), startModelServer()]);
  for (const type of TYPES) {
    const body = { name: `${type} ${randomUUID()}`, type, baseUrl: `${server.url}/v1`, apiKey: server.apiKey };
    credentials[type] = (
      await system.api.request<{ id: string }>('POST', '/v1/organization/credentials', body)
    ).body.id;
  }
});
beforeEach(() => {
  server.answers.length = 0;
  server.requests.length = 0;
});
afterAll(() => server?.stop());

async function ask(type: string, config: JsonObject = {}, more: JsonObject = {}) {
  const messages = [
    { role: 'system', content: 'You sort mails.' },
    { role: 'user', content: 'About: {{ mail }}' },
  ];
  const asked = component(
    'ask-model',
    { credential: credentials[type]!, model: 'some-model', messages, ...config },
    {
      output: 'answer',
      ...more,
    },
  );
  const { body } = await system.runChain([input('mail'), asked, output('{{ answer }}')], { mail: 'a lamp' });
  return body as { id: string; status: string; output: JsonObject; error: { code: string; message: string } };
}

test.each(TYPES)('%s gives a text, with what it cost', async (type) => {
  server.answers.push({ text: 'A lamp.' });
  expect((await ask(type, { maxTokens: 50, temperature: 0.5 })).output).toEqual({ text: 'A lamp.', usage: USAGE });
  const [{ path, body } = { path: '', body: {} }] = server.requests;
  expect(path).toBe(PATHS[type]);
  const limit = type === 'openai' ? { max_output_tokens: 50 } : { max_tokens: 50 };
  expect(body).toMatchObject({ model: 'some-model', ...limit, temperature: 0.5 });
  expect(JSON.stringify(body)).toContain('About: a lamp');
});

test.each(TYPES)('%s gives typed fields, by a strict schema', async (type) => {
  server.answers.push({ text: '{"topic":"lamp","score":0.5,"tags":null}' });
  expect((await ask(type, { fields: FIELDS })).output).toEqual({ topic: 'lamp', score: 0.5, usage: USAGE });
  const [{ body } = { body: {} as JsonObject }] = server.requests;
  const schema = {
    type: 'object',
    required: ['topic', 'score', 'tags'],
    additionalProperties: false,
    properties: expect.objectContaining({ topic: { type: 'string' }, score: { type: 'number' } }),
  };
  const requests: Record<string, object> = {
    openai: { store: false, text: { format: { type: 'json_schema', strict: true, schema } } },
    'openai-compatible': { response_format: { type: 'json_schema', json_schema: { strict: true, schema } } },
    anthropic: { tools: [{ name: 'json', input_schema: schema }], tool_choice: { type: 'any' } },
  };
  expect(body).toMatchObject(requests[type]!);
});

test('an answer that does not fit is asked for once more, with what was wrong', async () => {
  server.answers.push({ text: '{"topic":"lamp","score":"high"}' }, { text: '{"topic":"lamp","score":1,"tags":["a"]}' });
  const twice = { inputTokens: 24, outputTokens: 10, totalTokens: 34, cachedInputTokens: 0 };
  const { output: given } = await ask('openai-compatible', { fields: FIELDS });
  expect(given).toEqual({ topic: 'lamp', score: 1, tags: ['a'], usage: twice });
  const messages = server.requests[1]?.body['messages'] as { role: string; content: Json }[];
  expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
  expect(JSON.stringify(messages.at(-1))).toContain('score');
  server.answers.push({ text: 'no JSON' }, { text: '{"topic":"lamp"', isCut: true });
  const { error } = await ask('openai-compatible', { fields: FIELDS });
  expect(error).toMatchObject({ code: 'MODEL_ANSWER_INVALID', message: expect.stringContaining('it was cut') });
  server.answers.push({ text: '{"topic":"x","score":"a"}' }, { text: '{"topic":"x","score":"b"}' });
  const wrong = await ask('openai-compatible', { fields: FIELDS });
  expect(wrong.error).toMatchObject({ code: 'MODEL_ANSWER_INVALID', message: expect.stringContaining('score') });
});

test.each<[string, object, string, string]>([
  ['a refused request', { status: 400 }, 'MODEL_REFUSED', 'FAILED'],
  ['a busy server', { status: 429, headers: { 'retry-after': '1' } }, 'MODEL_FAILED', 'SUCCEEDED'],
  ['a failing server', { status: 503 }, 'MODEL_FAILED', 'SUCCEEDED'],
  ['a malformed answer', { raw: '{"choices":' }, 'MODEL_FAILED', 'SUCCEEDED'],
  ['an answer of another kind', { raw: '{"hello":1}' }, 'MODEL_FAILED', 'SUCCEEDED'],
  ['an answer that breaks off', { text: 'A long answer', breaks: true }, 'HTTP_FAILED', 'SUCCEEDED'],
])('%s fails, and is tried again where that may help', async (_what, answer, code, status) => {
  server.answers.push(answer);
  expect((await ask('openai-compatible')).error).toMatchObject({ code });
  server.answers.push(answer, { text: 'fine' });
  const retried = await ask('openai-compatible', {}, { retry: { maxAttempts: 2, backoffSeconds: 0 } });
  expect(retried.status).toBe(status);
});

test('a refused key is the fault of the credential', async () => {
  const body = { name: `Wrong ${randomUUID()}`, type: 'anthropic', baseUrl: `${server.url}/v1`, apiKey: 'wrong' };
  credentials['wrong'] = (
    await system.api.request<{ id: string }>('POST', '/v1/organization/credentials', body)
  ).body.id;
  expect((await ask('wrong')).error).toMatchObject({ code: 'CREDENTIAL_REFUSED' });
});

test('beyond its quota of the month an organization asks no model', async () => {
  const path = `/v1/operator/organizations/${system.organization.id}/quotas`;
  const operator = system.as(SHARED_OPERATOR_KEY);
  const put = (modelTokensPerMonth: number | null) => operator.request('PUT', path, { modelTokensPerMonth });
  expect((await put(1)).status).toBe(200);
  const { error } = await ask('openai-compatible');
  expect(error).toMatchObject({
    code: 'MODEL_QUOTA',
    message: expect.stringMatching(/used \d+ tokens .* 1 are allowed/),
  });
  expect(server.requests).toEqual([]);
  await put(null);
});
