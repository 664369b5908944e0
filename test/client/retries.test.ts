import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  ConflictError,
  ConnectionError,
  createClient,
  RateLimitError,
  ServerError,
  TimeoutError,
  type Client,
} from '@workflow/client';
import { chain, component, input, output } from '../contract/contract-system.ts';
import { useContractSystem } from '../contract/use-contract-system.ts';
import { startHostileProxy, type Fate, type HostileProxy } from './hostile-proxy.ts';

const system = useContractSystem();
let proxy: HostileProxy;
let workflowId: string;
const start = input('n');
const PASS: Fate = { kind: 'pass' };
let fates: Fate[] = [];
/** The fate of requests after those of `fates`. */
let otherwise: (number: number) => Fate = () => PASS;

beforeAll(async () => {
  workflowId = await system.api.publish('Counted', chain(start, output('{{ n }}')));
  proxy = await startHostileProxy(system.api.baseUrl, (_, number) => fates.shift() ?? otherwise(number));
});
afterAll(() => proxy?.stop());

function clientOf(more: { timeoutMs?: number; maxRetries?: number } = {}): Client {
  proxy.seen.length = 0;
  fates = [];
  otherwise = () => PASS;
  return createClient({ baseUrl: proxy.url, apiKey: system.api.apiKey, ...more });
}

const sessionsOf = async (id: string): Promise<string[]> => {
  const client = createClient({ baseUrl: system.api.baseUrl, apiKey: system.api.apiKey });
  const ids: string[] = [];
  for await (const session of client.sessions.list({ workflowId: id, limit: 200 })) ids.push(session.id);
  return ids;
};
const pausesMs = (): number[] => proxy.seen.slice(1).map(({ at }, index) => at - proxy.seen[index]!.at);

test('through a proxy that drops one answer in ten, and delays or refuses others, each run starts once', async () => {
  const client = clientOf();
  otherwise = (number) => {
    if (number % 10 === 3) return { kind: 'drop-answer' };
    if (number % 10 === 5) return { kind: 'delay', ms: 20 };
    if (number % 10 === 7) return { kind: 'drop-request' };
    return number % 20 === 9 ? { kind: 'refuse', status: 503, headers: { 'retry-after': '0' } } : PASS;
  };
  const started = await Promise.all(
    Array.from({ length: 60 }, (_, n) => client.run(workflowId, { n: String(n) }, { componentId: start.id })),
  );
  const ids = started.map(({ sessionId }) => sessionId);
  expect(new Set(ids).size).toBe(60);
  expect(new Set(await sessionsOf(workflowId))).toEqual(new Set(ids));
  // All tries of one run have the same key and body.
  const bodies = new Map<string, string>();
  for (const { headers, body } of proxy.seen) {
    const key = String(headers['idempotency-key']);
    expect(bodies.get(key) ?? body).toBe(body);
    bodies.set(key, body);
  }
  expect(bodies.size).toBe(60);
  expect(proxy.seen.length).toBeGreaterThan(65);
});

test.each([408, 409, 425, 429, 500, 502, 503, 504])('%i is tried again, under the same key', async (status) => {
  const client = clientOf();
  fates = [{ kind: 'refuse', status }];
  const idempotencyKey = randomUUID();
  await client.run(workflowId, { n: 'x' }, { componentId: start.id, idempotencyKey });
  expect(proxy.seen.map(({ headers }) => headers['idempotency-key'])).toEqual([idempotencyKey, idempotencyKey]);
});

test.each([429, 503])('Retry-After of a %i is waited for', async (status) => {
  const client = clientOf();
  fates = [{ kind: 'refuse', status, headers: { 'retry-after': '1' } }];
  await client.run(workflowId, { n: 'x' }, { componentId: start.id });
  expect(pausesMs()[0]).toBeGreaterThanOrEqual(990);
});

test('there are as many tries as allowed, and the last error is thrown', async () => {
  const client = clientOf({ maxRetries: 2 });
  otherwise = () => ({ kind: 'refuse', status: 503 });
  await expect(client.run(workflowId, {}, { componentId: start.id })).rejects.toThrow(ServerError);
  expect(proxy.seen).toHaveLength(3);
  proxy.seen.length = 0;
  otherwise = () => ({ kind: 'refuse', status: 429, headers: { 'retry-after': '3600' } });
  const refused = await client.run(workflowId, {}, { componentId: start.id }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(RateLimitError);
  expect(refused).toMatchObject({ retryAfterSeconds: 3600, errorId: 'of-the-proxy' });
  expect(proxy.seen).toHaveLength(1);
});

test('what cannot be answered is a ConnectionError, and what takes long a TimeoutError', async () => {
  const client = clientOf({ maxRetries: 1 });
  otherwise = () => ({ kind: 'drop-request' });
  await expect(client.run(workflowId, {}, { componentId: start.id })).rejects.toThrow(ConnectionError);
  expect(proxy.seen).toHaveLength(2);
  const impatient = clientOf({ maxRetries: 1, timeoutMs: 100 });
  otherwise = () => ({ kind: 'delay', ms: 500 });
  await expect(impatient.run(workflowId, {}, { componentId: start.id })).rejects.toThrow(TimeoutError);
});

test('an abort during a pause ends the call immediately', async () => {
  const client = clientOf();
  const stop = new AbortController();
  otherwise = () => ({ kind: 'refuse', status: 503, headers: { 'retry-after': '200' } });
  const running = client.run(workflowId, {}, { componentId: start.id, signal: stop.signal });
  setTimeout(() => stop.abort(), 50);
  await expect(running).rejects.toMatchObject({ name: 'AbortError' });
});

test('events that break off go on where they were', async () => {
  const client = clientOf();
  const slow = input('n');
  const id = await system.api.publish('Slower', chain(slow, component('delay', { seconds: 2 }), output('done')));
  const { sessionId } = await client.run(id, {}, { componentId: slow.id });
  proxy.seen.length = 0;
  fates = [{ kind: 'cut-answer', afterBytes: 400 }, { kind: 'drop-request' }, { kind: 'refuse', status: 503 }];
  const statuses: string[] = [];
  for await (const event of client.sessions.events(sessionId))
    if (event.type === 'session') statuses.push(event.session.status);
  expect(statuses.at(-1)).toBe('SUCCEEDED');
  expect(proxy.seen.length).toBeGreaterThanOrEqual(4);
  const states = proxy.seen.map(({ headers }) => headers['last-event-id']);
  expect(states[0]).toBeUndefined();
});

test('a stream of events that ends is opened again after the last state that it sent', async () => {
  const client = clientOf();
  const slow = input('n');
  const id = await system.api.publish('Resumed', chain(slow, component('delay', { seconds: 2 }), output('done')));
  const { sessionId } = await client.run(id, {}, { componentId: slow.id });
  proxy.seen.length = 0;
  fates = [{ kind: 'end-answer', afterBytes: 2_000 }];
  for await (const event of client.sessions.events(sessionId)) expect(event.type).toMatch(/^(steps|session)$/);
  const [first, ...later] = proxy.seen.map(({ headers }) => headers['last-event-id']);
  expect(first).toBeUndefined();
  expect(later.length).toBeGreaterThan(0);
  for (const state of later) expect(state).toMatch(/./);
});

test('a cancel without an answer is reported as done', async () => {
  const client = clientOf();
  const slow = input('n');
  const id = await system.api.publish('Cancelled', chain(slow, component('delay', { seconds: 600 }), output('late')));
  const { sessionId } = await client.run(id, {}, { componentId: slow.id });
  proxy.seen.length = 0;
  fates = [{ kind: 'drop-answer' }];
  expect(await client.sessions.cancel(sessionId)).toMatchObject({ id: sessionId, status: 'CANCELLED' });
  expect(proxy.seen.map(({ method }) => method)).toEqual(['POST', 'GET']);
  await expect(client.sessions.cancel(sessionId)).rejects.toThrow(ConflictError);
});

test('a run that is larger than the service takes is refused once', async () => {
  const client = clientOf();
  const large = client.run(workflowId, { n: 'x'.repeat(3_000_000) }, { componentId: start.id });
  await expect(large).rejects.toMatchObject({ httpStatus: 413 });
  expect(proxy.seen).toHaveLength(1);
  const direct = createClient({ baseUrl: system.api.baseUrl, apiKey: system.api.apiKey, maxRetries: 0 });
  const values = { n: 'x'.repeat(3_000_000) };
  await expect(direct.run(workflowId, values, { componentId: start.id })).rejects.toMatchObject({ httpStatus: 413 });
});

test('a session is not read again after its complete end was sent', async () => {
  const client = clientOf();
  const slow = input('n');
  const id = await system.api.publish('Ended', chain(slow, component('delay', { seconds: 1 }), output('{{ n }}')));
  const requests = (): string[] => proxy.seen.map(({ path }) => path.replace(/[0-9a-f-]{36}/, 'id'));
  const options = { componentId: slow.id };
  // The answer to `Prefer: wait` has the output, but not the version, the times and the run.
  const waited = await client.runAndWait(id, { n: 'x' }, options);
  expect(waited).toMatchObject({ status: 'SUCCEEDED', output: 'x', workflowVersion: 1, run: 1 });
  expect(requests()).toEqual(['/v1/workflow/run', '/v1/sessions/id']);
  // Without the wait, the client gets the end from the event, which has all fields, as for longer sessions.
  const impatient = createClient({
    baseUrl: proxy.url,
    apiKey: system.api.apiKey,
    fetch: (url, { headers, ...init } = {}) => {
      const sent = new Headers(headers);
      sent.delete('prefer');
      return fetch(url, { ...init, headers: sent });
    },
  });
  proxy.seen.length = 0;
  const ended = await impatient.runAndWait(id, { n: 'x' }, options);
  expect(ended).toEqual(await client.sessions.get(ended.id));
  expect(requests()).toEqual(['/v1/workflow/run', '/v1/sessions/id/events', '/v1/sessions/id']);
  const { sessionId } = await client.run(id, { n: 'x' }, options);
  proxy.seen.length = 0;
  expect(await client.sessions.wait(sessionId)).toMatchObject({ status: 'SUCCEEDED', output: 'x' });
  expect(requests()).toEqual(['/v1/sessions/id', '/v1/sessions/id/events']);
});

test('a retry without an answer happens once', async () => {
  const client = clientOf();
  const failing = input('n');
  const id = await system.api.publish('Fails', chain(failing, component('fail', { code: 'NO', message: 'no' })));
  const session = await client.runAndWait(id, {}, { componentId: failing.id });
  expect(session).toMatchObject({ status: 'FAILED', run: 1 });
  otherwise = (number) => (proxy.seen[number]?.path.includes('/retry') === true ? { kind: 'drop-answer' } : PASS);
  await client.sessions.retry(session.id, { from: 'start' });
  expect((await client.sessions.wait(session.id)).run).toBe(2);
});

test('a bulk operation without an answer is not begun twice, and counting is repeated', async () => {
  const client = clientOf();
  const filter = { workflowId: randomUUID(), status: ['FAILED' as const] };
  fates = [{ kind: 'drop-answer' }];
  await expect(client.sessions.bulk({ action: 'retry', filter })).rejects.toThrow(ConnectionError);
  expect(proxy.seen).toHaveLength(1);
  fates = [{ kind: 'drop-answer' }];
  expect((await client.sessions.bulk({ action: 'retry', filter, dryRun: true })).matched).toBe(0);
});
