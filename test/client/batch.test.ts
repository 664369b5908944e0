import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  createClient,
  RateLimitError,
  UnauthorizedError,
  type BatchResult,
  type BatchRun,
  type Client,
} from '@workflow/client';
import { chain, input, output } from '../contract/contract-system.ts';
import { useContractSystem } from '../contract/use-contract-system.ts';
import { startHostileProxy, type Fate, type HostileProxy } from './hostile-proxy.ts';

const system = useContractSystem();
let proxy: HostileProxy;
let client: Client;
const PASS: Fate = { kind: 'pass' };
let fates: Fate[] = [];

beforeAll(async () => {
  proxy = await startHostileProxy(system.api.baseUrl, ({ path }) =>
    path.endsWith('/batch') ? (fates.shift() ?? PASS) : PASS,
  );
  client = createClient({ baseUrl: proxy.url, apiKey: system.api.apiKey });
});
afterAll(() => proxy?.stop());

async function all(results: AsyncIterable<BatchResult>): Promise<BatchResult[]> {
  const list: BatchResult[] = [];
  for await (const result of results) list.push(result);
  return list;
}

async function sessionsOf(workflowId: string): Promise<Map<string, unknown>> {
  const found = new Map<string, unknown>();
  for await (const { id, placeholderValues } of client.sessions.list({ workflowId, limit: 200 }))
    found.set(id, placeholderValues['n']);
  return found;
}

const publish = (name: string): Promise<string> => system.api.publish(name, chain(input('n'), output('{{ n }}')));
const runsOf = (workflow: string, count: number): BatchRun[] =>
  Array.from({ length: count }, (_, n) => ({ workflow, values: { n: String(n) } }));

test('results arrive in the order of the runs, one session for each', async () => {
  const id = await publish('Batch');
  async function* later(): AsyncGenerator<BatchRun> {
    yield* runsOf('Batch', 300);
  }
  for (const runs of [runsOf(id, 300), later()]) {
    const results = await all(client.batch(runs));
    expect(results.map(({ index }) => index)).toEqual(Array.from({ length: 300 }, (_, n) => n));
    expect(new Set(results.map(({ sessionId }) => sessionId)).size).toBe(300);
  }
  expect((await sessionsOf(id)).size).toBe(600);
  expect(await all(client.batch([]))).toEqual([]);
});

test('an answer that breaks off is gone on with, and no run starts twice', async () => {
  const id = await publish('Broken batch');
  await all(client.batch(runsOf(id, 1)));
  fates = [
    { kind: 'cut-answer', afterBytes: 9_000 },
    { kind: 'drop-answer' },
    { kind: 'refuse', status: 503, headers: { 'retry-after': '0' } },
    { kind: 'drop-request' },
    { kind: 'cut-answer', afterBytes: 10 },
  ];
  proxy.seen.length = 0;
  const results = await all(client.batch(runsOf(id, 1_000)));
  const ids = results.map(({ sessionId }) => sessionId!);
  expect(new Set(ids).size).toBe(1_000);
  const stored = await sessionsOf(id);
  expect(stored.size).toBe(1_001);
  expect(ids.map((session) => stored.get(session))).toEqual(Array.from({ length: 1_000 }, (_, n) => String(n)));
  const sent = proxy.seen.filter(({ path }) => path.endsWith('/batch')).map(({ body }) => body.split('\n').length - 1);
  // Answered runs are not sent again, and repeated ones are unchanged.
  expect(sent[0]).toBe(1_000);
  expect(sent[1]).toBeLessThan(1_000);
  expect(sent.length).toBe(6);
  expect(proxy.seen[0]!.body.endsWith(proxy.seen.at(-1)!.body)).toBe(true);
});

test('a refused run stops no other, and its error names the reason', async () => {
  const id = await publish('Partly wrong');
  const runs = [
    { workflow: id, values: { n: '1' } },
    { workflow: id, values: { nobody: 1 } },
    { workflow: 'Nothing is called so', values: {} },
    { workflow: system.organization.id, values: {}, componentId: system.organization.id },
    { workflow: 'Partly wrong', values: { n: '2' } },
  ];
  const results = await all(client.batch(runs));
  expect(results.map(({ error }) => error?.name)).toEqual([
    undefined,
    'BadRequestError',
    'WorkflowNameError',
    'NotFoundError',
    undefined,
  ]);
  expect(results[1]!.error).toMatchObject({ httpStatus: 400, message: expect.stringContaining('nobody') });
});

test('few runs are taken ahead of what is read', async () => {
  const id = await publish('Endless');
  let taken = 0;
  let ended = false;
  function* endless(): Generator<BatchRun> {
    try {
      for (;;) {
        taken += 1;
        yield { workflow: id, values: { n: String(taken) } };
      }
    } finally {
      ended = true;
    }
  }
  let read = 0;
  for await (const { sessionId } of client.batch(endless())) {
    expect(sessionId).toBeDefined();
    read += 1;
    if (read === 10) break;
  }
  expect(taken).toBeLessThan(10_000);
  expect(ended).toBe(true);
});

test('runs that are produced slowly are sent when they are produced', async () => {
  const id = await publish('Trickle');
  const gate: (() => void)[] = [];
  async function* slow(): AsyncGenerator<BatchRun> {
    yield { workflow: id, values: { n: '1' } };
    // The second run is produced when the first one's session is known.
    await new Promise<void>((resolve) => void gate.push(resolve));
    yield { workflow: id, values: { n: '2' } };
  }
  const seen: number[] = [];
  for await (const { index } of client.batch(slow())) {
    seen.push(index);
    gate.shift()?.();
  }
  expect(seen).toEqual([0, 1]);
});

test('runs over a limit are sent again when the service allows it, and refused when tries are used up', async () => {
  const id = await publish('Limited');
  const { key } = await system.api.call<{ key: string }>('POST', '/v1/organization/api-keys', {
    name: 'limited',
    scopes: ['run', 'read'],
    rateLimit: { perMinute: 60, burst: 3 },
  });
  const limited = createClient({ baseUrl: proxy.url, apiKey: key });
  const results = await all(limited.batch(runsOf(id, 5)));
  expect(results.map(({ error }) => error)).toEqual(Array.from({ length: 5 }, () => undefined));
  expect((await sessionsOf(id)).size).toBe(5);
  const impatient = createClient({ baseUrl: proxy.url, apiKey: key, maxRetries: 0 });
  const refused = await all(impatient.batch(runsOf(id, 6)));
  expect(refused.at(-1)!.error).toBeInstanceOf(RateLimitError);
});

test('an abort, an error of the runs, and a bad key end the batch', async () => {
  const id = await publish('Ended');
  const stop = new AbortController();
  const aborted = (async () => {
    for await (const { index } of client.batch(runsOf(id, 20_000), { signal: stop.signal }))
      if (index === 5) stop.abort();
  })();
  await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
  function* failing(): Generator<BatchRun> {
    yield { workflow: id, values: { n: '1' } };
    throw new Error('the source failed');
  }
  const results: BatchResult[] = [];
  await expect(
    (async () => {
      for await (const result of client.batch(failing())) results.push(result);
    })(),
  ).rejects.toThrow('the source failed');
  expect(results).toHaveLength(1);
  const keyless = createClient({ baseUrl: proxy.url });
  const runs = [{ workflow: id, componentId: id, values: {} }];
  await expect(all(keyless.batch(runs))).rejects.toThrow(UnauthorizedError);
});
