import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freePort } from '@workflow/local-stack';
import { describeEachBackend, waitFor } from '@workflow/test-harness';
import type { Component, JsonObject } from '@workflow/workflow-model';
import { Client } from 'pg';
import { component, input, output, startContractSystem, type Answer, type ContractSystem } from './contract-system.ts';
import { watchRedis, type RedisWatch } from './redis-watch.ts';
import { startThirdPartyServer } from './third-party-server.ts';

type Third = Awaited<ReturnType<typeof startThirdPartyServer>>;

/** The number of a statement that is repeated while the session is being committed: its job may be added before. */
const ONCE_COMMITTED: unknown = expect.any(Number);
/** The statements with which an executor writes a session, as it counts them. */
const OPERATIONS = ['claim', 'deferred_claim', 'claim_and_end', 'record', 'end'] as const;
type Counts = Partial<Record<(typeof OPERATIONS)[number], number>>;

describeEachBackend('a session that runs before it is claimed', (backend) => {
  let system: ContractSystem;
  let third: Third;
  let database: Client;
  let redis: RedisWatch | null = null;
  let metricsUrl: string;

  beforeAll(async () => {
    third = await startThirdPartyServer();
    const port = await freePort();
    metricsUrl = `http://127.0.0.1:${port}/metrics`;
    system = await startContractSystem({
      backend,
      executors: 0,
      env: { HTTP_ALLOWED_ADDRESSES: '127.0.0.1', CLAIM_AFTER_MS: '10000' },
    });
    await system.startExecutor({ EXECUTOR_METRICS_PORT: String(port) });
    database = new Client({ connectionString: system.databaseUrl });
    await database.connect();
    if (system.redisUrl !== null) redis = await watchRedis(system.redisUrl, system.queueName);
    // It claims first until it has read PostgreSQL's clock.
    const start = input('any');
    const workflowId = await system.api.publish('Warm', { components: [start], connections: [] });
    await waitFor(async () => {
      const { counts } = await counted(() => system.api.run(workflowId, start.id, { any: '' }, { prefer: 'wait=60' }));
      return counts.claim_and_end !== undefined;
    });
  });
  afterAll(async () => {
    redis?.stop();
    await database?.end();
    await system?.stop();
    third?.stop();
  });

  async function written(): Promise<Record<string, number>> {
    const text = await (await fetch(metricsUrl)).text();
    return Object.fromEntries(
      OPERATIONS.map((operation) => {
        const line = new RegExp(`^workflow_store_batch_size_sum\\{.*operation="${operation}".*\\} (\\d+)$`, 'm');
        return [operation, Number(line.exec(text)?.[1] ?? 0)];
      }),
    );
  }

  async function counted<Result>(run: () => Promise<Result>): Promise<{ result: Result; counts: Counts }> {
    const before = await written();
    const result = await run();
    const after = await written();
    const rises = OPERATIONS.map((name) => [name, after[name]! - before[name]!] as const);
    return { result, counts: Object.fromEntries(rises.filter(([, rise]) => rise > 0)) };
  }

  const runChain = (components: Component[], values: JsonObject) =>
    counted<Answer>(() => system.runChain(components, values));

  const rowOf = async (sessionId: string) => {
    const { rows } = await database.query(
      `SELECT status, claim_number, executor_id IS NOT NULL AS claimed, crashes, enqueue_number,
        started_at BETWEEN enqueued_at AND finished_at AS "inOrder" FROM sessions WHERE id = $1`,
      [sessionId],
    );
    return rows[0] as JsonObject;
  };
  const claimedOnce = { claim_number: 1, claimed: true, crashes: 0, enqueue_number: 1, inOrder: true };

  test('has one statement on the executor when it has no effect, and looks as if it had two', async () => {
    const double = component('transform', { expression: 'any & any', type: 'TEXT' }, { output: 'twice' });
    const { result, counts } = await runChain([input('any'), double, output('{{ twice }}')], { any: 'ab' });
    expect(result.body).toMatchObject({ status: 'SUCCEEDED', output: 'abab' });
    expect(counts).toEqual({ claim_and_end: ONCE_COMMITTED });
    expect(await rowOf(result.body.sessionId)).toEqual({ status: 'SUCCEEDED', ...claimedOnce });
    expect(await system.api.steps(result.body.sessionId)).toHaveLength(3);
  });

  test('is claimed and failed in one statement', async () => {
    const fail = component('fail', { code: 'NO', message: 'no' });
    const { result, counts } = await runChain([input('any'), fail], { any: 'ab' });
    expect(result.body).toMatchObject({ status: 'FAILED', error: { componentId: fail.id } });
    expect(counts).toEqual({ claim_and_end: ONCE_COMMITTED });
    expect(await rowOf(result.body.sessionId)).toEqual({ status: 'FAILED', ...claimedOnce });
  });

  test('is claimed with the step of its first effect', async () => {
    const call = component('http-request', { method: 'GET', url: `${third.url}/first` }, { output: 'answer' });
    const { result, counts } = await runChain([input('any'), call], { any: 'ab' });
    expect(result.body).toMatchObject({ status: 'SUCCEEDED' });
    expect(counts).toEqual({ deferred_claim: ONCE_COMMITTED, end: 1 });
    expect(await rowOf(result.body.sessionId)).toEqual({ status: 'SUCCEEDED', ...claimedOnce });
    expect(third.calls.filter(({ url }) => url === '/first')).toHaveLength(1);
  });

  test('is claimed before it waits', async () => {
    const { result, counts } = await runChain([input('any'), component('delay', { seconds: 0.2 })], { any: 'ab' });
    expect(result.body).toMatchObject({ status: 'SUCCEEDED' });
    expect(counts).toEqual({ deferred_claim: ONCE_COMMITTED, claim: 1, end: 2 });
  });

  test.each([
    ['large values', { key: 'any', type: 'TEXT' }, 'x'.repeat(20_000)],
    ['sensitive values', { key: 'any', type: 'TEXT', sensitive: true }, 'a card of somebody'],
  ])('is claimed first when it has %s', async (_name, field, any) => {
    const { result, counts } = await runChain([input(field), output('done')], { any });
    expect(result.body).toMatchObject({ status: 'SUCCEEDED', output: 'done' });
    expect(counts).toEqual({ claim: 1, end: 1 });
  });

  test('shows its values to nobody who reads the queue', async () => {
    const any = 'planted-in-a-job';
    const { result, counts } = await runChain([input('any'), output('{{ any }}')], { any });
    expect(result.body).toMatchObject({ status: 'SUCCEEDED', output: any });
    expect(counts).toEqual({ claim_and_end: ONCE_COMMITTED });
    if (redis === null) return;
    await waitFor(() => redis?.commands.includes(result.body.sessionId));
    expect(redis.commands).not.toContain(any);
    expect(redis.commands).not.toContain(Buffer.from(any).toString('base64').slice(2, -4));
  });
});
