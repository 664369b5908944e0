import { expect, test } from '@jest/globals';
import { runComponent, testedFile } from '@workflow/component-kit/testing';
import type { JsonObject } from '@workflow/component-kit/run';
import { descriptor } from './descriptor.ts';
import { runner } from './run.ts';

const CREDENTIAL = '00000000-0000-7000-8000-0000000000c1';
const APIS = ['responses', 'chat-completions', 'messages'] as const;
type Api = (typeof APIS)[number];

interface Sent {
  role: string;
  content: { type: string }[];
}

/** Answers with 100 tokens of the question, of which 80 were cached. */
const ANSWERS: Record<Api, JsonObject> = {
  responses: {
    ...{ id: 'r', object: 'response', created_at: 1, status: 'completed', model: 'm', error: null },
    output: [
      {
        ...{ type: 'message', id: 'i', status: 'completed', role: 'assistant' },
        content: [{ type: 'output_text', text: 'Because.', annotations: [] }],
      },
    ],
    usage: {
      ...{ input_tokens: 100, output_tokens: 4, total_tokens: 104 },
      ...{ input_tokens_details: { cached_tokens: 80 }, output_tokens_details: { reasoning_tokens: 0 } },
    },
  },
  'chat-completions': {
    ...{ id: 'c', object: 'chat.completion', created: 1, model: 'm' },
    choices: [{ index: 0, message: { role: 'assistant', content: 'Because.' }, finish_reason: 'stop' }],
    usage: {
      ...{ prompt_tokens: 100, completion_tokens: 4, total_tokens: 104 },
      prompt_tokens_details: { cached_tokens: 80 },
    },
  },
  messages: {
    ...{ id: 'm', type: 'message', role: 'assistant', model: 'm', stop_reason: 'end_turn', stop_sequence: null },
    content: [{ type: 'text', text: 'Because.' }],
    usage: { input_tokens: 20, output_tokens: 4, cache_read_input_tokens: 80, cache_creation_input_tokens: 0 },
  },
};
const PNG = testedFile(1, 'scan.png', 'image/png', '\u0089PNG');
const PDF = testedFile(2, 'bill.pdf', 'application/pdf; charset=binary', '%PDF-1.7');
const CSV = testedFile(3, 'rows.csv', 'text/csv', 'a,b');
const QUESTION = [
  { role: 'user', content: 'First' },
  { role: 'assistant', content: 'Yes?' },
  { role: 'user', content: 'Why?' },
];

async function ask(api: Api, more: JsonObject = {}, placeholders: JsonObject = {}, organization?: string) {
  const server = { api, baseUrl: 'https://models.example/v1', apiKey: 'key', ...(organization && { organization }) };
  const run = await runComponent(
    { descriptor, runner },
    { credential: CREDENTIAL, model: 'm', messages: QUESTION, ...more },
    placeholders,
    { answers: { credentials: { [CREDENTIAL]: server }, files: [PNG, PDF, CSV], http: [{ json: ANSWERS[api] }] } },
  );
  const [request] = run.requests;
  return { ...run, request, body: request === undefined ? {} : (JSON.parse(String(request.body)) as JsonObject) };
}

test.each(APIS)('%s: the tokens include cached ones, which are counted as well', async (api) => {
  const usage = { inputTokens: 100, outputTokens: 4, totalTokens: 104, cachedInputTokens: 80 };
  expect((await ask(api)).outcome).toMatchObject({ output: { text: 'Because.', usage } });
});

test.each(APIS)('%s: a temperature is sent only if the author set it', async (api) => {
  expect((await ask(api)).body).not.toHaveProperty('temperature');
  expect((await ask(api, { temperature: 0 })).body).toMatchObject({ temperature: 0 });
});

test.each<[Api, JsonObject]>([
  ['responses', { reasoning: { effort: 'high' } }],
  ['chat-completions', { reasoning_effort: 'high' }],
  ['messages', { thinking: { type: 'enabled' } }],
])('%s: reasoning is sent as the server names it, only if the author chose it', async (api, named) => {
  const model = api === 'messages' ? { model: 'claude-sonnet-4-5' } : {};
  expect((await ask(api, { reasoning: 'high', ...model })).body).toMatchObject(named);
  for (const name of Object.keys(named)) expect((await ask(api, model)).body).not.toHaveProperty(name);
});

test('OpenAI stores nothing and is asked for no summary of its reasoning', async () => {
  const { body, request } = await ask('responses', { reasoning: 'low', maxTokens: 9 }, {}, 'org-1');
  expect(request?.url.pathname).toBe('/v1/responses');
  expect(request?.headers).toMatchObject({ authorization: 'Bearer key', 'openai-organization': 'org-1' });
  expect(body).toMatchObject({ store: false, max_output_tokens: 9, reasoning: { effort: 'low' } });
  expect(body['reasoning']).not.toHaveProperty('summary');
});

test('other servers get the fields of Chat Completions alone', async () => {
  const { body } = await ask('chat-completions', { reasoning: 'low', maxTokens: 9, temperature: 0 });
  expect(Object.keys(body).toSorted()).toEqual(['max_tokens', 'messages', 'model', 'reasoning_effort', 'temperature']);
});

test('Anthropic caches the question', async () => {
  expect((await ask('messages')).body).toMatchObject({ cache_control: { type: 'ephemeral' } });
});

const [png, pdf] = [PNG, PDF].map(({ bytes }) => bytes.toString('base64')) as [string, string];
test.each<[Api, string, JsonObject[]]>([
  [
    'responses',
    'input',
    [
      { type: 'input_image', image_url: `data:image/png;base64,${png}` },
      { type: 'input_file', filename: 'bill.pdf', file_data: `data:application/pdf;base64,${pdf}` },
      { type: 'input_text', text: 'Why?' },
    ],
  ],
  [
    'chat-completions',
    'messages',
    [
      { type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } },
      { type: 'file', file: { filename: 'bill.pdf', file_data: `data:application/pdf;base64,${pdf}` } },
      { type: 'text', text: 'Why?' },
    ],
  ],
  [
    'messages',
    'messages',
    [
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } },
      { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: pdf } },
      { type: 'text', text: 'Why?' },
    ],
  ],
])('%s: images and PDFs are parts of the last user message', async (api, field, parts) => {
  const { body, input, outcome } = await ask(api, { files: '{{ f }}' }, { f: [PNG.value, PDF.value] as never });
  expect(outcome).toMatchObject({ kind: 'succeeded' });
  const sent = body[field] as unknown as Sent[];
  expect(sent).toHaveLength(QUESTION.length);
  expect(sent.at(-1)).toMatchObject({ role: 'user', content: parts });
  expect(JSON.stringify(sent.slice(0, -1))).not.toContain(png);
  expect(input).toMatchObject({ files: [{ name: 'scan.png' }, { name: 'bill.pdf' }] });
});

test('one file, no file and a file without a text', async () => {
  const types = async (more: JsonObject, f: unknown) => {
    const { body } = await ask('messages', { files: '{{ f }}', ...more }, { f } as JsonObject);
    return (body['messages'] as unknown as Sent[]).at(-1)!.content.map(({ type }) => type);
  };
  expect(await types({}, PNG.value)).toEqual(['image', 'text']);
  expect(await types({}, null)).toEqual(['text']);
  expect(await types({}, [])).toEqual(['text']);
  expect(await types({ messages: [{ role: 'user', content: '' }] }, PNG.value)).toEqual(['image']);
});

test.each<[string, unknown, string, string]>([
  ['a text', 'scan.png', 'CONFIG_INVALID', 'files[0] must be a FILE'],
  ['a CSV', [PNG.value, CSV.value], 'CONFIG_INVALID', 'files[1] is text/csv. It must be an image or a PDF'],
  ['too many', Array.from({ length: 21 }, () => PNG.value), 'CONFIG_INVALID', 'files has 21 files. The limit is 20'],
  ['a deleted one', testedFile(9, 'a.png', 'image/png', '').value, 'FILE_MISSING', 'There is no file'],
])('%s fails the step before anything is sent', async (_name, f, code, message) => {
  const { outcome, requests } = await ask('messages', { files: '{{ f }}' }, { f } as JsonObject);
  expect(outcome).toMatchObject({ kind: 'failed', code, message: expect.stringContaining(message) });
  expect(requests).toEqual([]);
});

test('files that are too large together fail the step before they are read', async () => {
  const large = { ...PNG, value: { ...PNG.value, size: 6_000_000 } };
  const { outcome } = await runComponent(
    { descriptor, runner },
    { credential: CREDENTIAL, model: 'm', messages: QUESTION, files: '{{ f }}' },
    { f: [large.value, large.value] as never },
    { answers: { files: [large] } },
  );
  expect(outcome).toMatchObject({ code: 'FILE_TOO_LARGE', message: expect.stringContaining('12000000 bytes') });
});

test('files need a user message', () => {
  const messages = [{ role: 'system', content: 'a' }];
  expect(descriptor.checkConfig({ files: '{{ f }}', messages })).toMatchObject([{ pointer: '/files' }]);
  expect(descriptor.checkConfig({ messages })).toEqual([]);
  expect(descriptor.checkConfig({ files: '{{ f }}', messages: QUESTION })).toEqual([]);
});
