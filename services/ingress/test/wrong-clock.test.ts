import { afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import type pg from 'pg';
import { component, useTestIngress } from './start-test-ingress.ts';

const HOUR_MS = 3_600_000;

const ingress = useTestIngress();
let database: pg.Client;
beforeAll(async () => {
  database = await ingress.connect();
});
afterEach(() => void jest.restoreAllMocks());

function setClock(offsetMs: number): void {
  const realNow = Date.now;
  jest.spyOn(Date, 'now').mockImplementation(() => realNow() + offsetMs);
}

async function keyThatExpires(interval: string): Promise<string> {
  const store = ingress.context.store.management.organization(ingress.organization.id);
  const actor = { type: 'system', id: null, name: 'test' } as const;
  const { key, value } = await store.createApiKey(actor, { name: interval, scopes: ['run'], expiresAt: null });
  await database.query('UPDATE api_keys SET expires_at = now() + $2::interval WHERE id = $1', [key.id, interval]);
  return value;
}

test.each([
  { clock: 'fast', offsetMs: 2 * HOUR_MS, interval: '1 hour', status: 200 },
  { clock: 'slow', offsetMs: -2 * HOUR_MS, interval: '-1 hour', status: 403 },
])("a key expires by PostgreSQL's clock when the machine's is $clock", async ({ offsetMs, interval, status }) => {
  const input = component('input', { placeholders: [] });
  const workflowId = await ingress.workflow([input]);
  const key = await keyThatExpires(interval);
  setClock(offsetMs);
  const answer = await ingress.run({ workflowId, componentId: input.id }, { 'x-api-key': key });
  expect(answer.status).toBe(status);
});

test("tries within a window are counted by PostgreSQL's clock", async () => {
  const { people } = ingress.context.store.management;
  const take = () => people.takeAttempt('test:clock', 1, HOUR_MS);
  expect((await take()).allowed).toBe(true);
  setClock(2 * HOUR_MS);
  expect((await take()).allowed).toBe(false);
});
