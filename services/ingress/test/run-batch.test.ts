import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import {
  Agent,
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { createInterface } from 'node:readline';
import { setImmediate as nextSlice } from 'node:timers/promises';
import { beforeAll, expect, test } from '@jest/globals';
import { component, useTestIngress } from './start-test-ingress.ts';

interface LineAnswer {
  line: number;
  httpStatus: number;
  sessionId?: string;
  errorId?: string;
  message?: string;
  retryAfter?: number;
}

const ingress = useTestIngress({
  config: { http: { headersTimeoutMs: 1_000, requestTimeoutMs: 1_500, maxBodyBytes: 2_000 } },
});
let workflowId: string;
const start = component('input', { placeholders: [{ key: 'n', type: 'NUMBER' }] });

beforeAll(async () => {
  workflowId = await ingress.workflow([start]);
});

const line = (n: unknown, more: object = {}): string =>
  JSON.stringify({ workflowId, componentId: start.id, placeholderValues: { n }, ...more });

function open(headers: Record<string, string> = {}): { sending: ClientRequest; answered: Promise<IncomingMessage> } {
  const sending = httpRequest(`${ingress.url}/v1/workflow/run/batch`, {
    method: 'POST',
    // The service closes the connection of a batch that it did not read to its end, so none is used twice.
    agent: new Agent({ keepAlive: true }),
    headers: {
      'x-api-key': ingress.organization.apiKey,
      'content-type': 'application/x-ndjson',
      'transfer-encoding': 'chunked',
      ...headers,
    },
  });
  sending.on('error', () => undefined);
  return { sending, answered: new Promise((resolve) => sending.once('response', resolve)) };
}

const read = (id: string | undefined) =>
  ingress.request('GET', `/v1/sessions/${id}`, { headers: { 'x-api-key': ingress.organization.apiKey } });

async function answersOf(response: IncomingMessage): Promise<LineAnswer[]> {
  const answers: LineAnswer[] = [];
  for await (const text of createInterface(response)) answers.push(JSON.parse(text) as LineAnswer);
  return answers;
}

async function send(body: string, headers: Record<string, string> = {}) {
  const { sending, answered } = open(headers);
  sending.end(body);
  const response = await answered;
  return { status: response.statusCode, headers: response.headers, answers: await answersOf(response) };
}

test('answers each line in order; a line that is refused fails alone', async () => {
  const missing = 'ffffffff-ffff-4fff-8fff-ffffffffffff';
  const { status, headers, answers } = await send(
    [line(1), 'not json', '', line('x'), line(2, { workflowId: missing }), line(3, { more: 1 }), line(4)].join('\n'),
  );
  expect([status, headers['content-type']]).toEqual([200, 'application/x-ndjson']);
  expect(answers.map(({ line: number, httpStatus }) => [number, httpStatus])).toEqual([
    [1, 200],
    [2, 400],
    [4, 400],
    [5, 410],
    [6, 400],
    [7, 200],
  ]);
  expect(answers[2]?.message).toContain('placeholderValues.n must be a number');
  expect(answers[3]).toMatchObject({ message: `Entity '${missing}' not found`, errorId: expect.any(String) });
  for (const index of [0, 5]) {
    const { body } = await read(answers[index]?.sessionId);
    expect(body).toMatchObject({
      status: 'QUEUED',
      trigger: 'API',
      placeholderValues: { n: [1, 0, 0, 0, 0, 4][index] },
    });
  }
});

test('an idempotencyKey makes a repeat safe, and is 422 with another line', async () => {
  const keyed = line(1, { idempotencyKey: 'k-1' });
  const first = await send(`${keyed}\n${keyed}\n`);
  const again = await send(`${keyed}\n${line(2, { idempotencyKey: 'k-1' })}\n${line(1, { idempotencyKey: '' })}\n`);
  const sessionId = first.answers[0]?.sessionId;
  expect(first.answers).toEqual([
    { line: 1, httpStatus: 200, sessionId },
    { line: 2, httpStatus: 200, sessionId },
  ]);
  expect(again.answers[0]).toEqual({ line: 1, httpStatus: 200, sessionId });
  expect(again.answers.slice(1).map(({ httpStatus }) => httpStatus)).toEqual([422, 400]);
});

test('an idempotencyKey that PostgreSQL does not store is refused by name', async () => {
  const { answers } = await send(['a\0', '\uD800'].map((idempotencyKey) => line(1, { idempotencyKey })).join('\n'));
  expect(answers.map(({ httpStatus }) => httpStatus)).toEqual([400, 400]);
  for (const { message } of answers) expect(message).toContain('idempotencyKey must not contain NUL characters');
});

test('all problems of a line are reported together', async () => {
  const { answers } = await send(
    [line(1, { more: 1, startAt: 'soon' }), line(1, { idempotencyKey: 'a\0', startAt: 'soon' }), 'null'].join('\n'),
  );
  const wrongStart = 'startAt must be an ISO-8601 date or date-time';
  expect(answers.map(({ message }) => message)).toEqual([
    `more is not a known field; ${wrongStart}`,
    `idempotencyKey must not contain NUL characters or lone surrogates; ${wrongStart}`,
    'the line must be an object',
  ]);
});

test('answers what was read while the sender goes on, for longer than a request may take', async () => {
  const { sending, answered } = open();
  sending.write(`${line(1)}\n`);
  const lines = createInterface(await answered)[Symbol.asyncIterator]();
  expect(JSON.parse((await lines.next()).value as string)).toMatchObject({ line: 1, httpStatus: 200 });
  const until = performance.now() + 4_000;
  let number = 1;
  while (performance.now() < until) {
    sending.write(`${line(number)}\n`);
    number += 1;
    expect(JSON.parse((await lines.next()).value as string)).toMatchObject({ line: number, httpStatus: 200 });
  }
  sending.end();
  expect((await lines.next()).done).toBe(true);
});

test('a line above the limit of a body is 413 alone; line 10,001 is 413 and ends the reading', async () => {
  const { answers } = await send(`${line(1, { idempotencyKey: 'x'.repeat(3_000) })}\n${line(2)}\n`);
  expect(answers.map(({ httpStatus }) => httpStatus)).toEqual([413, 200]);
  const many = await send(`${line(1)}\n${'\n'.repeat(9_999)}${line(2)}\n${line(3)}\n`);
  expect(many.answers).toEqual([
    expect.objectContaining({ line: 1, httpStatus: 200 }),
    expect.objectContaining({ line: 10_001, httpStatus: 413, message: expect.stringContaining('10000 lines') }),
  ]);
});

test('an empty line 10,001 is 413 as well', async () => {
  const { answers } = await send(`${'\n'.repeat(10_001)}${line(1)}\n`);
  expect(answers).toEqual([expect.objectContaining({ line: 10_001, httpStatus: 413 })]);
});

test.each([
  [415, { 'content-type': 'application/json' }],
  [415, { 'content-encoding': 'gzip' }],
  [403, { 'x-api-key': 'wrong' }],
])('answers %i to %j before any line', async (status, headers) => {
  const answer = await ingress.request('POST', '/v1/workflow/run/batch', {
    body: line(1),
    headers: { 'x-api-key': ingress.organization.apiKey, 'content-type': 'application/x-ndjson', ...headers },
  });
  expect(answer.status).toBe(status);
});

test('what was committed stays when the connection drops', async () => {
  const { sending, answered } = open();
  sending.write(`${line(77)}\n`);
  const lines = createInterface(await answered)[Symbol.asyncIterator]();
  const first = JSON.parse((await lines.next()).value as string) as LineAnswer;
  sending.destroy();
  expect((await read(first.sessionId)).status).toBe(200);
});

/** The service's side of the next request with this key. */
function responseTo(key: string): Promise<ServerResponse> {
  return new Promise((resolve) => {
    const look = (message: unknown): void => {
      const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
      if (request.headers['x-api-key'] !== key) return;
      unsubscribe('http.server.request.start', look);
      resolve(response);
    };
    subscribe('http.server.request.start', look);
  });
}

test('no line is run after the key of its batch was deleted', async () => {
  const management = ingress.context.store.management.organization(ingress.organization.id);
  const actor = { type: 'system', id: null, name: 'test' } as const;
  const { key, value } = await management.createApiKey(actor, { name: 'batch', scopes: ['run'], expiresAt: null });
  const answering = responseTo(value);
  const { sending, answered } = open({ 'x-api-key': value });
  sending.write(`${line(1)}\n`);
  const lines = createInterface(await answered)[Symbol.asyncIterator]();
  expect(JSON.parse((await lines.next()).value as string)).toMatchObject({ line: 1, httpStatus: 200 });
  const response = await answering;
  const { socket } = response.req;
  await management.deleteApiKey(actor, key.id);
  await once(response, 'prefinish');
  const read = socket.bytesRead;
  sending.write(`${line(88)}\n${line(88)}\n`);
  while (socket.bytesRead === read) await nextSlice();
  // Committed after them, if they were.
  await ingress.run({ workflowId, componentId: start.id, placeholderValues: { n: 2 } });
  expect((await lines.next()).done).toBe(true);
  const headers = { 'x-api-key': ingress.organization.apiKey };
  const { body } = await ingress.request('GET', '/v1/sessions?limit=50', { headers });
  const values = body.items.map((session: { placeholderValues: { n: number } }) => session.placeholderValues.n);
  expect([values.includes(2), values.includes(88)]).toEqual([true, false]);
  // Writing after the end of an answer is an error of this kind, which would end the process.
  response.emit('error', new Error('write after end'));
  expect(ingress.log.join('')).toContain('A handler wrote to a response that had already ended');
});
