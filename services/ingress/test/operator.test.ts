import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { ConfigError } from '@workflow/service-runtime';
import { createOrganization, waitFor } from '@workflow/test-harness';
import type pg from 'pg';
import { readIngressConfig } from '../src/config.ts';
import { component, startTestIngress, useTestIngress, type TestAnswer } from './start-test-ingress.ts';
import { queuedStates } from '@workflow/session-store';

const KEY = 'the key of the operator, of course';
const input = component('input', { placeholders: [] });
const ingress = useTestIngress({
  config: { operatorKey: KEY, executorConcurrency: 2, intake: { initialAdmissionQuota: 2 } },
});
let database: pg.Client;

beforeAll(async () => {
  database = await ingress.connect();
});

const operator = (method: string, path: string, body?: unknown): Promise<TestAnswer> =>
  ingress.request(method, `/v1/operator/${path}`, {
    headers: { 'x-api-key': KEY, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body }),
  });
async function managing(): Promise<{ value: string }> {
  const organization = ingress.context.store.management.organization(ingress.organization.id);
  return organization.createApiKey(
    { type: 'system', id: null, name: 'test' },
    { name: 'manage', scopes: ['manage'], expiresAt: null },
  );
}
const quotas = (id: string): string => `organizations/${id}/quotas`;

describe('the operator’s key', () => {
  test('opens the operator’s paths, and no other key does', async () => {
    const ask = (headers: Record<string, string>) => ingress.request('GET', '/v1/operator/scaling', { headers });
    expect((await ask({ 'x-api-key': KEY })).status).toBe(200);
    expect((await ask({})).status).toBe(401);
    for (const key of [ingress.organization.apiKey, `${KEY}!`, KEY.slice(1)])
      expect((await ask({ 'x-api-key': key })).status).toBe(403);
    expect((await operator('GET', 'nothing')).status).toBe(404);
  });

  test.each(['/v1/sessions', '/v1/workflows', '/v1/organization/audit-log'])('does not open %s', async (path) => {
    expect((await ingress.request('GET', path, { headers: { 'x-api-key': KEY } })).status).toBe(403);
  });

  test('is refused when it is short, and without one the paths are not there', async () => {
    const env = {
      DATABASE_URL: 'postgres://localhost/none',
      SECRETS_KEY: 'ab'.repeat(32),
      AUTH_SECRET: 'a'.repeat(32),
    };
    const short = readIngressConfig({ ...env, OPERATOR_KEY: 'k'.repeat(31) });
    await expect(short).rejects.toThrow(ConfigError);
    await expect(short).rejects.toThrow('OPERATOR_KEY must be at least');
    expect((await readIngressConfig({ ...env, OPERATOR_KEY: 'k'.repeat(32) })).operatorKey).toBe('k'.repeat(32));
    const without = await startTestIngress();
    try {
      for (const [method, headers] of [
        ['GET', {}],
        ['GET', { 'x-api-key': KEY }],
        ['POST', { 'x-api-key': without.organization.apiKey }],
      ] as const)
        expect((await without.request(method, '/v1/operator/scaling', { headers })).status).toBe(404);
    } finally {
      await without.stop();
    }
  });
});

describe('scaling', () => {
  test('reports waiting and running sessions and the wanted executors while none lives', async () => {
    const empty = { waiting: 0, running: 0, oldestWaitingSeconds: 0, wantedExecutors: 0, executors: 0 };
    expect((await operator('GET', 'scaling')).body).toEqual({ ...empty, pools: [{ pool: 'default', ...empty }] });
    const workflowId = await ingress.workflow([input]);
    const ids: string[] = [];
    for (let run = 0; run < 5; run += 1)
      ids.push((await ingress.run({ workflowId, componentId: input.id })).body.sessionId);
    // Two in the queue, three in the backlog.
    const waiting = (await operator('GET', 'scaling')).body;
    const figures = { ...empty, waiting: 5, wantedExecutors: 3, oldestWaitingSeconds: expect.any(Number) };
    expect(waiting).toEqual({ ...figures, pools: [{ pool: 'default', ...figures }] });
    expect(waiting.oldestWaitingSeconds).toBeGreaterThan(0);
    expect(waiting.oldestWaitingSeconds).toBeLessThan(60);

    const { execution } = ingress.context.store;
    const executor = { id: randomUUID(), host: 'test', concurrency: 5 };
    await execution.registerExecutor(executor);
    await database.query("UPDATE sessions SET status = 'RUNNING', started_at = now() WHERE id = $1", [ids[0]]);
    expect((await operator('GET', 'scaling')).body).toMatchObject({
      waiting: 4,
      running: 1,
      wantedExecutors: 1,
      executors: 1,
    });

    await database.query("UPDATE sessions SET status = 'SUCCEEDED', finished_at = now() WHERE id = ANY ($1)", [
      ids.slice(0, 2),
    ]);
    await database.query(
      `UPDATE sessions SET status = 'WAITING', enqueued_at = now() - interval '1 h', due_at = now() - interval '1 min'
       WHERE id = $1`,
      [ids[2]],
    );
    // Held back by flow control, and due only later: no work for an executor.
    await database.query(`UPDATE sessions SET ${queuedStates.HOLD} WHERE id = $1`, [ids[3]]);
    await database.query(
      "UPDATE sessions SET status = 'WAITING', enqueued_at = now(), due_at = now() + interval '1 h' WHERE id = $1",
      [ids[4]],
    );
    const later = (await operator('GET', 'scaling')).body;
    expect(later).toMatchObject({ waiting: 1, running: 0, wantedExecutors: 1 });
    expect(later.oldestWaitingSeconds).toBeGreaterThanOrEqual(60);
    expect(later.oldestWaitingSeconds).toBeLessThan(120);
  });
});

describe('organizations', () => {
  test('are listed with their quotas, page by page', async () => {
    await createOrganization(ingress.databaseUrl);
    const first = (await operator('GET', 'organizations?limit=1')).body;
    const second = (await operator('GET', `organizations?limit=1&cursor=${first.nextCursor}`)).body;
    const all = (await operator('GET', 'organizations')).body.items;
    expect([...first.items, ...second.items]).toEqual(all);
    expect(all.map((item: { id: string }) => item.id)).toContain(ingress.organization.id);
  });

  test('have quotas that can be set individually, apply immediately, and are recorded in the audit log', async () => {
    const { id } = ingress.organization;
    const none = {
      runsPerMinute: null,
      runBurst: null,
      maxConcurrentSessions: null,
      maxStoredBytes: null,
      retentionDays: null,
      modelTokensPerMonth: null,
      pool: null,
    };
    expect((await operator('GET', quotas(id))).body).toEqual(none);
    const set = await operator('PUT', quotas(id), { runsPerMinute: 60, maxStoredBytes: 5_000_000_000 });
    expect([set.status, set.body]).toEqual([200, { ...none, runsPerMinute: 60, maxStoredBytes: 5_000_000_000 }]);
    const cleared = await operator('PUT', quotas(id), { maxStoredBytes: null, runBurst: 1 });
    expect(cleared.body).toEqual({ ...none, runsPerMinute: 60, runBurst: 1 });
    expect((await operator('GET', quotas(id))).body).toEqual(cleared.body);
    const { items } = await ingress.context.store.management.organization(id).listAudit({ limit: 10 });
    expect(items.filter(({ action }) => action === 'organization.set-quotas')).toMatchObject([
      { actor: { type: 'system', name: 'operator' }, detail: cleared.body },
      { actor: { type: 'system', name: 'operator' }, detail: set.body },
    ]);
    const workflowId = await ingress.workflow([input]);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => ingress.run({ workflowId, componentId: input.id })),
    );
    expect(answers.some(({ status }) => status === 429)).toBe(true);
  });

  test('are refused runs that exceed their stored bytes, naming the quota, until there is room', async () => {
    const { id } = ingress.organization;
    await operator('PUT', quotas(id), { runsPerMinute: null, runBurst: null, maxStoredBytes: 3_000 });
    const text = component('input', { placeholders: [{ key: 'text', type: 'TEXT' }] });
    const workflowId = await ingress.workflow([text]);
    const run = () => ingress.run({ workflowId, componentId: text.id, placeholderValues: { text: 'x'.repeat(1_000) } });
    const { retention } = ingress.context.store;
    const counted = async () => {
      await retention.countStoredBytes(() => false);
      const { body } = await ingress.request('GET', '/v1/organization/limits', {
        headers: { 'x-api-key': (await managing()).value },
      });
      return body.storedBytes as number;
    };
    await database.query('DELETE FROM sessions');
    expect(await counted()).toBe(0);
    // The next one may be accepted again, because this replica may receive the earlier count only now.
    const refused = await waitFor(
      async () => {
        const answer = await run();
        return answer.status === 429 && answer;
      },
      { what: 'a refusal' },
    );
    expect(refused.body.message).toMatch(
      /^The organization stores \d+ bytes of the 3000 that it may \(maxStoredBytes\)/,
    );
    expect(refused.headers.get('retry-after')).toBe('60');
    // The sum of this replica is reset with each count, and the first count happened during it.
    const { rows } = await database.query('SELECT FROM sessions WHERE organization_id = $1', [id]);
    expect([2, 3, 4]).toContain(rows.length);
    expect(await counted()).toBeGreaterThan(2_400);
    await database.query('DELETE FROM sessions');
    expect(await counted()).toBe(0);
    await waitFor(async () => (await run()).status === 200);
    await operator('PUT', quotas(id), { maxStoredBytes: null });
    for (let more = 0; more < 4; more += 1) expect((await run()).status).toBe(200);
  });

  test('are paused and resumed, once each in the audit log, and their keys report it', async () => {
    const { id } = ingress.organization;
    const caller = () =>
      ingress.request('GET', '/v1/caller', { headers: { 'x-api-key': ingress.organization.apiKey } });
    for (const [verb, paused] of [
      ['pause', true],
      ['resume', false],
    ] as const) {
      for (const _again of [1, 2]) {
        const answer = await operator('POST', `organizations/${id}/${verb}`);
        expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ id, paused })]);
      }
      expect((await caller()).body.organizationPaused).toBe(paused);
      const page = { limit: 10, action: `organization.${verb}` };
      const { items } = await ingress.context.store.management.organization(id).listAudit(page);
      expect(items).toMatchObject([{ actor: { type: 'system', name: 'operator' }, target: { id } }]);
    }
    expect((await operator('POST', `organizations/${randomUUID()}/pause`)).status).toBe(404);
    const notOperator = { headers: { 'x-api-key': ingress.organization.apiKey } };
    expect((await ingress.request('POST', `/v1/operator/organizations/${id}/pause`, notOperator)).status).toBe(403);
  });

  test('that do not exist are 404, and an unknown quota is named', async () => {
    const unknown = randomUUID();
    expect((await operator('GET', quotas(unknown))).body.message).toBe(`Organization '${unknown}' not found`);
    expect((await operator('PUT', quotas(unknown), {})).status).toBe(404);
    expect((await operator('GET', quotas('acme'))).status).toBe(404);
    const { id } = ingress.organization;
    for (const [body, named] of [
      [{ runsPerMinute: 0 }, 'runsPerMinute'],
      [{ runBurst: 1.5 }, 'runBurst'],
      [{ maxConcurrentSessions: '5' }, 'maxConcurrentSessions'],
      [{ runs: 5 }, 'runs'],
    ] as const) {
      const answer = await operator('PUT', quotas(id), body);
      expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(named)]);
    }
  });
});
