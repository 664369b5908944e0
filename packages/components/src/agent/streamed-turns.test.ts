import { expect, test } from '@jest/globals';
import type { Json, JsonObject } from '@workflow/component-kit/run';
import { runComponent, type OutsideAnswers } from '@workflow/component-kit/testing';
import { descriptor } from './descriptor.ts';
import { runner } from './run.ts';

const CREDENTIAL = '00000000-0000-7000-8000-0000000000c1';
const WORKFLOW = '00000000-0000-7000-8000-0000000000d1';
const TARGET = {
  ...{ workflowId: WORKFLOW, componentId: 'start', version: 3, name: 'Find', description: 'Finds an order.' },
  fields: [{ key: 'number', type: 'TEXT' } as const],
};
const OPENED = { api: 'chat-completions', baseUrl: 'https://models.example/v1', apiKey: 'key' };

function run(http: NonNullable<OutsideAnswers['http']>, child = (): Json => 'done', more: OutsideAnswers = {}) {
  const config = { credential: CREDENTIAL, model: 'm', prompt: 'Where?', tools: [{ workflowId: WORKFLOW }] };
  const answers = { credentials: { [CREDENTIAL]: OPENED }, targets: [TARGET], child, http, ...more };
  return runComponent({ descriptor, runner }, config, {}, { answers });
}

const eventOf = (data: JsonObject) => `data: ${JSON.stringify(data)}\n\n`;
const chunk = (delta: JsonObject, finish: string | null = null) =>
  eventOf({ id: '1', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] });
const END = `${chunk({}, 'stop')}data: [DONE]\n\n`;
const stream = (...chunks: string[]) => ({ headers: { 'content-type': 'text/event-stream' }, body: chunks.join('') });
const called = (name: string, args: string, count = 1) =>
  stream(
    ...Array.from({ length: count }, (_, index) =>
      chunk({ tool_calls: [{ index, id: `c${index}`, type: 'function', function: { name, arguments: args } }] }),
    ),
    chunk({}, 'tool_calls'),
  );

test('streams words as they arrive, and records them once', async () => {
  const ran = await run([stream(chunk({ content: 'It was ' }), chunk({ content: 'sent.' }), END)]);
  expect(ran.outcome).toMatchObject({ output: { text: 'It was sent.', turns: 1 } });
  expect(ran.streamed).toEqual(['It was ', 'sent.']);
  expect(JSON.parse(String(ran.requests[0]!.body))).toMatchObject({ stream: true });
});

test.each<[string, string]>([
  ['a stream that ends early', chunk({ content: 'It was' })],
  ['a stream with an error', `data: {"error":{"message":"overloaded","type":"server_error"}}\n\n`],
  ['a stream that is not JSON', 'data: {"choices"\n\n'],
  ['an empty stream', ''],
])('%s is tried again', async (_what, body) => {
  const ran = await run([stream(body), stream(chunk({ content: 'Here.' }), END)]);
  expect(ran.outcome).toMatchObject({ kind: 'succeeded', output: { text: 'Here.', turns: 1 } });
  expect(ran.parts.map(({ status }) => status)).toEqual(['FAILED', 'SUCCEEDED']);
});

type Api = 'chat-completions' | 'messages' | 'responses';

const eventsOf = (...events: JsonObject[]) => events.map((event) => eventOf(event)).join('');
/** The beginning of an answer, as each API streams it. */
const BEGUN: Record<Api, string> = {
  'chat-completions': chunk({ content: 'It was' }),
  messages: eventsOf(
    { type: 'message_start', message: { id: '1', type: 'message', role: 'assistant', usage: { input_tokens: 1 } } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'It was' } },
  ),
  responses: eventsOf(
    { type: 'response.created', response: { id: '1', created_at: 1, model: 'm' } },
    { type: 'response.output_item.added', output_index: 0, item: { type: 'message', id: 'i' } },
    { type: 'response.output_text.delta', item_id: 'i', output_index: 0, delta: 'It was' },
  ),
};

/** Runs an agent whose model server ends each stream with this error. @param begun the events before it */
function runWithError(api: Api, error: JsonObject, begun: string) {
  const event = eventOf({ type: 'error', sequence_number: 3, error: { message: 'no', ...error } });
  const broken = stream(begun, `event: error\n${event}`);
  const credentials = { [CREDENTIAL]: { ...OPENED, api } };
  return run([broken, broken, broken], undefined, { credentials });
}

const PERMANENT: [Api, JsonObject, string][] = [
  ...(['chat-completions', 'messages', 'responses'] as const).flatMap((api): [Api, JsonObject, string][] => [
    [api, { type: 'invalid_request_error' }, 'MODEL_REFUSED'],
    [api, { type: 'authentication_error' }, 'CREDENTIAL_REFUSED'],
    [api, { type: 'permission_error' }, 'CREDENTIAL_REFUSED'],
    [api, { type: 'not_found_error' }, 'MODEL_REFUSED'],
  ]),
  ['messages', { type: 'request_too_large' }, 'MODEL_REFUSED'],
  ['chat-completions', { type: 'request_too_large' }, 'MODEL_REFUSED'],
  ['chat-completions', { type: 'invalid_request_error', code: 'invalid_api_key' }, 'CREDENTIAL_REFUSED'],
  ['chat-completions', { code: 401 }, 'CREDENTIAL_REFUSED'],
  ['chat-completions', { code: '400' }, 'MODEL_REFUSED'],
  ['chat-completions', { type: 'insufficient_quota', code: 'insufficient_quota' }, 'MODEL_REFUSED'],
  ['responses', { type: 'insufficient_quota', code: 'insufficient_quota' }, 'MODEL_REFUSED'],
];

test.each(PERMANENT)('%s: the error %j in a stream fails the step at once', async (api, error, code) => {
  for (const begun of ['', BEGUN[api]]) {
    const ran = await runWithError(api, error, begun);
    expect(ran.outcome).toMatchObject({ kind: 'failed', code, message: expect.stringMatching(/: no$/) });
    expect(ran.requests).toHaveLength(1);
  }
});

test.each<[Api, JsonObject]>([
  ['messages', { type: 'overloaded_error' }],
  ['messages', { type: 'rate_limit_error' }],
  ['messages', { type: 'api_error' }],
  ['messages', { type: 'new_error' }],
  ['chat-completions', { type: 'overloaded_error' }],
  ['chat-completions', { type: 'rate_limit_error' }],
  ['chat-completions', { type: 'invalid_request_error', code: 'rate_limit_exceeded' }],
  ['chat-completions', { type: 'new_error', code: 'new' }],
  ['chat-completions', { code: 503 }],
  ['chat-completions', {}],
  ['responses', { type: 'server_error' }],
])('%s: the error %j in a stream is tried again', async (api, error) => {
  for (const begun of ['', BEGUN[api]]) {
    const ran = await runWithError(api, error, begun);
    expect(ran.outcome).toMatchObject({ kind: 'failed', code: 'MODEL_FAILED' });
    expect(ran.requests).toHaveLength(3);
  }
});

test('a call whose arguments are costly to parse fails the turn, which is tried again', async () => {
  const names = Array.from({ length: 30_000 }, (_, number) => `"name${number}":0`);
  const piece = (args: string) => chunk({ tool_calls: [{ index: 0, function: { arguments: args } }] });
  const first = chunk({
    tool_calls: [{ index: 0, id: 'c', type: 'function', function: { name: 'Find', arguments: '{' } }],
  });
  const pieces = [names.slice(0, 15_000), names.slice(15_000)].map((part) => part.join());
  const ran = await run([
    stream(first, piece(pieces[0]!), piece(`,${pieces[1]}}`), chunk({}, 'tool_calls')),
    stream(chunk({ content: 'Here.' }), END),
  ]);
  expect(ran.outcome).toMatchObject({ kind: 'succeeded', output: { text: 'Here.', turns: 1 } });
  expect(ran.parts.map(({ status }) => status)).toEqual(['FAILED', 'SUCCEEDED']);
  expect(ran.parts[0]?.error?.message).toContain('a call whose arguments have more than 20000 names');
});

const UNUSABLE: [string, string[], string][] = [
  [
    'is cut at the maximum number of tokens',
    [chunk({ content: 'It w' }), chunk({}, 'length')],
    'maximum number of tokens',
  ],
  ['is filtered', [chunk({ content: 'It w' }), chunk({}, 'content_filter')], 'filtered'],
  ['is a refusal', [chunk({ refusal: 'I cannot help.' }), END], 'filtered'],
  ['is empty', [chunk({ content: '' }), END], 'empty'],
  ['has nothing but white space', [chunk({ content: ' \n' }), END], 'empty'],
];

test.each(UNUSABLE)('an answer that %s is asked for again, with the reason', async (_what, chunks, reason) => {
  const ran = await run([stream(...chunks), stream(chunk({ content: 'Here.' }), END)]);
  expect(ran.outcome).toMatchObject({ kind: 'succeeded', output: { text: 'Here.', turns: 2 } });
  const { messages } = JSON.parse(String(ran.requests[1]!.body)) as { messages: JsonObject[] };
  expect(messages.at(-1)).toMatchObject({ role: 'user', content: expect.stringContaining(reason) });
  // Servers refuse a message without content.
  for (const { content } of messages) expect(content).toMatch(/\S/);
});

test.each(UNUSABLE)('an answer that %s twice fails the step with the reason', async (_what, chunks, reason) => {
  const ran = await run([stream(...chunks), stream(...chunks)]);
  expect(ran.outcome).toMatchObject({
    ...{ kind: 'failed', code: 'MODEL_ANSWER_INVALID', message: expect.stringContaining(reason) },
    output: { turns: 2 },
  });
  // The decision is the same when another executor continues.
  const again = await run([], undefined, { parts: ran.parts });
  expect(again.outcome).toMatchObject({
    kind: 'failed',
    code: 'MODEL_ANSWER_INVALID',
    message: expect.stringContaining(reason),
  });
});

test('calls of an answer that was cut run, and the one in the middle of which it was cut goes back', async () => {
  const call = (index: number, args: string) =>
    chunk({ tool_calls: [{ index, id: `c${index}`, type: 'function', function: { name: 'Find', arguments: args } }] });
  const cut = stream(call(0, '{"number":"1"}'), call(1, '{"numb'), chunk({}, 'length'));
  const ran = await run([cut, stream(chunk({ content: 'Here.' }), END)]);
  expect(ran.outcome).toMatchObject({ kind: 'succeeded', output: { text: 'Here.', turns: 2 } });
  expect(ran.parts.filter(({ part }) => part.kind === 'tool').map(({ status }) => status)).toEqual([
    'SUCCEEDED',
    'FAILED',
  ]);
});

test('calls with one id both run, and their results return in order', async () => {
  const call = (index: number) =>
    chunk({
      tool_calls: [
        {
          index,
          id: 'same',
          type: 'function',
          function: { name: 'Find', arguments: JSON.stringify({ number: String(index) }) },
        },
      ],
    });
  const ran = await run([stream(call(0), call(1), chunk({}, 'tool_calls')), stream(chunk({ content: 'Here.' }), END)]);
  expect(ran.outcome).toMatchObject({ kind: 'succeeded', output: { text: 'Here.', turns: 2 } });
  expect(ran.started.map(({ placeholderValues }) => placeholderValues)).toEqual([{ number: '0' }, { number: '1' }]);
});

test('a server that answers a request for a stream as a whole is read', async () => {
  const message = { role: 'assistant', content: 'Whole.' };
  const json = { id: '1', created: 1, model: 'm', choices: [{ index: 0, message, finish_reason: 'stop' }] };
  const ran = await run([{ json: json as JsonObject }]);
  expect(ran.outcome).toMatchObject({ output: { text: 'Whole.' } });
  expect([ran.requests.length, ran.streamed]).toEqual([1, ['Whole.']]);
});

test('a turn with more calls than a turn may have fails, and none of them begins', async () => {
  const ran = await run([
    called('Find', '{"number":"1"}', 501),
    called('Find', '{"number":"1"}', 501),
    called('Find', '{}', 501),
  ]);
  expect(ran.outcome).toMatchObject({
    kind: 'failed',
    code: 'MODEL_FAILED',
    message: expect.stringContaining('more than 500 calls'),
  });
  expect(ran.started).toEqual([]);
});

test('a conversation with more bytes than it may have ends with what it has', async () => {
  const ran = await run([called('Find', '{"number":"7"}', 200)], () => 'x'.repeat(50_000));
  expect(ran.outcome).toMatchObject({
    ...{ kind: 'failed', code: 'AGENT_LIMIT', retryable: false, output: { turns: 1 } },
    message: expect.stringMatching(/may have 4194304 \(AGENT_MAX_CONVERSATION_BYTES\)/),
  });
  const again = await run([], () => 'done', { parts: ran.parts });
  expect(again.outcome).toMatchObject({ kind: 'failed', code: 'AGENT_LIMIT' });
});

test('200 calls of one turn run 16 at a time, and each result returns to its call', async () => {
  const ran = await run([called('Find', '{"number":"7"}', 200), stream(chunk({ content: 'Done.' }), END)]);
  expect(ran.outcome).toMatchObject({ output: { text: 'Done.', turns: 2 } });
  expect(ran.started).toHaveLength(200);
  const { messages } = JSON.parse(String(ran.requests[1]!.body)) as { messages: JsonObject[] };
  const results = messages.filter(({ role }) => role === 'tool');
  expect(results.map((result) => result['tool_call_id'])).toEqual(Array.from({ length: 200 }, (_, at) => `c${at}`));
});

test.each([
  ['an unknown tool', 'Fly', '{}', 'Fly'],
  ['arguments that are not JSON', 'Find', '{"number"', 'JSON'],
])('%s in a stream goes back to the model', async (_what, name, args, named) => {
  const ran = await run([called(name, args), stream(chunk({ content: 'Sorry.' }), END)]);
  expect(ran.outcome).toMatchObject({ output: { text: 'Sorry.' } });
  expect(String(ran.requests[1]!.body)).toContain(named);
});
