import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import type { Client } from 'pg';
import { component, useTestIngress } from './start-test-ingress.ts';

const KEY = 'the key of the operator, of course';
const input = component('input', { placeholders: [] });
const DRAFT = { name: 'Pooled', components: [input], connections: [] };

const ingress = useTestIngress({ config: { operatorKey: KEY } });
let database: Client;
let manageKey: string;
beforeAll(async () => {
  database = await ingress.connect();
  const organization = ingress.context.store.management.organization(ingress.organization.id);
  const scopes = ['manage' as const, 'read' as const];
  const made = await organization.createApiKey(
    { type: 'system', id: null, name: 'test' },
    { name: 'manage', scopes, expiresAt: null },
  );
  manageKey = made.value;
});

const call = (method: string, path: string, body?: unknown, key = manageKey) =>
  ingress.request(method, path, {
    headers: { 'x-api-key': key, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body }),
  });
const setPool = (pool: string | null) =>
  call('PUT', `/v1/operator/organizations/${ingress.organization.id}/quotas`, { pool }, KEY);

async function publishIn(pool: string | undefined) {
  const { body } = await call('POST', '/v1/workflows', { ...DRAFT, ...(pool !== undefined && { pool }) });
  const published = await call('POST', `/v1/workflows/${body.id}/publish`);
  return { id: String(body.id), warnings: (published.body.warnings ?? []) as { code: string; message: string }[] };
}

test.each(['Long', '-long', '', 'a'.repeat(41), 'a b', 'long\n'])('refuses the pool %j', async (pool) => {
  expect(await call('POST', '/v1/workflows', { ...DRAFT, pool })).toMatchObject({ status: 400 });
  expect(await setPool(pool)).toMatchObject({ status: 400 });
});

test('publishing warns when the pool that is named had no executor for a day', async () => {
  const warning = { code: 'POOL_WITHOUT_EXECUTOR', message: expect.stringContaining('pool long') };
  expect((await publishIn('long')).warnings).toMatchObject([warning]);
  expect((await publishIn(undefined)).warnings).toEqual([]);
  await setPool('long');
  expect((await publishIn(undefined)).warnings).toMatchObject([warning]);
  const { execution } = ingress.context.store;
  const executor = { id: randomUUID(), host: 'test', pool: 'long', concurrency: 5 };
  await execution.registerExecutor(executor);
  expect((await publishIn('long')).warnings).toEqual([]);
  await execution.unregisterExecutor(executor.id);
  expect((await publishIn('long')).warnings).toEqual([]);
  await database.query(`UPDATE executor_pools SET seen_at = seen_at - interval '25 hours'`);
  expect((await publishIn('long')).warnings).toMatchObject([warning]);
  await setPool(null);
});

test('a session, the overview and the figures for scaling name the pool', async () => {
  const other = { id: randomUUID(), host: 'test', concurrency: 5 };
  await ingress.context.store.execution.registerExecutor(other);
  const { id } = await publishIn('acme');
  const { body } = await ingress.run({ workflowId: id, componentId: input.id });
  expect((await call('GET', `/v1/sessions/${body.sessionId}`)).body).toMatchObject({
    status: 'QUEUED',
    waitingFor: 'executor',
    pool: 'acme',
  });
  expect((await call('GET', '/v1/overview')).body).toMatchObject({
    poolsWithoutExecutor: ['acme'],
    executors: [{ pool: 'default' }],
  });
  const scaling = async (query: string) => (await call('GET', `/v1/operator/scaling${query}`, undefined, KEY)).body;
  expect(await scaling('?pool=acme')).toMatchObject({ waiting: 1, wantedExecutors: 1, executors: 0 });
  expect(await scaling('?pool=default')).toMatchObject({ waiting: 0, executors: 1 });
  expect(await scaling('?pool=unknown')).toMatchObject({ waiting: 0, wantedExecutors: 0, executors: 0 });
  expect(await scaling('')).toMatchObject({ waiting: 1, executors: 1 });
});
