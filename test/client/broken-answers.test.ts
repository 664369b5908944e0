import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ConnectionError, createClient, ServerError, type BatchRun, type Client } from '@workflow/client';
import { chain, component, input, output } from '../contract/contract-system.ts';
import { useContractSystem } from '../contract/use-contract-system.ts';
import { startHostileProxy, type Fate, type HostileProxy } from './hostile-proxy.ts';

/** Answers that are cut, end early, stall or contain Retry-After, and a service that becomes unavailable. */

const system = useContractSystem();
let proxy: HostileProxy;
let workflowId: string;
const start = input('n');
const PASS: Fate = { kind: 'pass' };
let fates: Fate[] = [];
let otherwise: Fate = PASS;

beforeAll(async () => {
  workflowId = await system.api.publish('Cut', chain(start, output('{{ n }}')));
  proxy = await startHostileProxy(system.api.baseUrl, () => fates.shift() ?? otherwise);
});
afterAll(() => proxy?.stop());

function clientOf(more: { timeoutMs?: number; maxRetries?: number } = {}): Client {
  proxy.seen.length = 0;
  proxy.target = system.api.baseUrl;
  fates = [];
  otherwise = PASS;
  return createClient({ baseUrl: proxy.url, apiKey: system.api.apiKey, ...more });
}

const direct = (): Client => createClient({ baseUrl: system.api.baseUrl, apiKey: system.api.apiKey });
const runsOf = (count: number): BatchRun[] =>
  Array.from({ length: count }, (_, n) => ({ workflow: workflowId, componentId: start.id, values: { n: String(n) } }));
/** Formats a time for `Retry-After`, which has no fractions of a second. */
const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toUTCString();
const keysSeen = (): unknown[] => proxy.seen.map(({ headers }) => headers['idempotency-key']);

test.each<Fate>([
  { kind: 'cut-answer', afterBytes: 20 },
  { kind: 'end-answer', afterBytes: 20 },
  { kind: 'stall-answer', afterBytes: 20 },
  { kind: 'cut-answer', afterBytes: 0 },
])('a run whose answer is lost by %j is sent again under its key, and starts once', async (fate) => {
  const client = clientOf({ timeoutMs: 2_000 });
  fates = [fate];
  const idempotencyKey = randomUUID();
  const { sessionId } = await client.run(workflowId, { n: 'x' }, { componentId: start.id, idempotencyKey });
  expect(keysSeen()).toEqual([idempotencyKey, idempotencyKey]);
  const again = await direct().run(workflowId, { n: 'x' }, { componentId: start.id, idempotencyKey });
  expect(again.sessionId).toBe(sessionId);
});

test.each<Fate['kind']>(['cut-answer', 'end-answer'])('what is read is read again after a %s', async (kind) => {
  const client = clientOf();
  const fate = { kind, afterBytes: 30 } as Fate;
  const session = await direct().runAndWait(workflowId, { n: 'x' }, { componentId: start.id });
  fates = [fate];
  expect(await client.sessions.get(session.id)).toEqual(session);
  fates = [fate, PASS, fate];
  const listed = [];
  for await (const { id } of client.sessions.list({ workflowId, limit: 1 })) listed.push(id);
  expect(new Set(listed).size).toBe(listed.length);
  expect(listed).toContain(session.id);
  fates = [fate];
  expect((await client.runAndWait(workflowId, { n: 'y' }, { componentId: start.id })).output).toBe('y');
});

test.each([429, 503])('a date in Retry-After of a %i is waited for, by a run and by a batch', async (status) => {
  const client = clientOf();
  // The fraction of a second is cut off, and the next request, which is refused, is sent somewhat later.
  const refuse = (): Fate => ({ kind: 'refuse', status, headers: { 'retry-after': inSeconds(3) } });
  fates = [refuse()];
  await client.run(workflowId, { n: 'x' }, { componentId: start.id });
  fates = [refuse()];
  for await (const { error } of client.batch(runsOf(3))) expect(error).toBeUndefined();
  const at = proxy.seen.map((seen) => seen.at);
  expect(at).toHaveLength(4);
  expect(at[1]! - at[0]!).toBeGreaterThanOrEqual(990);
  expect(at[3]! - at[2]!).toBeGreaterThanOrEqual(990);
});

test('a service that stays away in the middle of a batch ends it, after the results that were reported', async () => {
  const client = clientOf({ maxRetries: 1 });
  fates = [{ kind: 'cut-answer', afterBytes: 9_000 }];
  otherwise = { kind: 'drop-request' };
  const reported: number[] = [];
  const failed = (async () => {
    for await (const { index, sessionId } of client.batch(runsOf(1_000)))
      if (sessionId !== undefined) reported.push(index);
  })();
  await expect(failed).rejects.toThrow(ConnectionError);
  expect(reported.length).toBeGreaterThan(0);
  expect(reported).toEqual(Array.from({ length: reported.length }, (_, n) => n));
});

test('a batch whose answer ends early or stalls continues with the runs that were not answered', async () => {
  const client = clientOf({ timeoutMs: 2_000 });
  fates = [
    { kind: 'end-answer', afterBytes: 9_000 },
    { kind: 'stall-answer', afterBytes: 9_000 },
  ];
  const ids = new Set<string | undefined>();
  for await (const { sessionId } of client.batch(runsOf(500))) ids.add(sessionId);
  expect([ids.size, ids.has(undefined)]).toEqual([500, false]);
  const sent = proxy.seen.map(({ body }) => body.split('\n').length - 1);
  expect(sent[0]).toBe(500);
  expect(sent[1]).toBeLessThan(500);
  expect(sent[2]).toBeLessThan(sent[1]!);
});

test('events of a service that is away for a while go on, and of one that stays away end with an error', async () => {
  const slow = input('n');
  const id = await system.api.publish('Away', chain(slow, component('delay', { seconds: 2 }), output('done')));
  const client = clientOf({ maxRetries: 3 });
  const { sessionId } = await client.run(id, {}, { componentId: slow.id });
  fates = [{ kind: 'cut-answer', afterBytes: 400 }, { kind: 'drop-request' }, { kind: 'refuse', status: 502 }];
  expect((await client.sessions.wait(sessionId)).output).toBe('done');
  const impatient = clientOf({ maxRetries: 1 });
  otherwise = { kind: 'drop-request' };
  const events = impatient.sessions.events(sessionId)[Symbol.asyncIterator]();
  await expect(events.next()).rejects.toThrow(ConnectionError);
  otherwise = { kind: 'refuse', status: 503 };
  const refused = impatient.sessions.events(sessionId)[Symbol.asyncIterator]();
  await expect(refused.next()).rejects.toThrow(ServerError);
});
