import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startSystem, waitFor, type TestSystem } from '@workflow/test-harness';
import type { SessionView } from '@workflow/workflow-model';
import { Client } from 'pg';
import { chain, component, input, link, output } from '../contract/contract-system.ts';

const SESSIONS = 20_000;

let system: TestSystem;
let database: Client;
beforeAll(async () => {
  system = await startSystem({ backend: 'postgres' });
  database = new Client({ connectionString: system.databaseUrl });
  await database.connect();
}, 120_000);
afterAll(async () => {
  await database?.end();
  await system?.stop();
});

/** Gives a session waiting children, as a step of it would have started them, each with a step. */
async function addChildren(parentId: string, count: number): Promise<void> {
  await database.query(
    `WITH parent AS (
      INSERT INTO parent_sessions (session_id, organization_id, path, depth)
      SELECT s.id, s.organization_id, coalesce(p.path, '{}') || s.id, s.depth
      FROM sessions s LEFT JOIN parent_sessions p ON p.session_id = s.parent_id WHERE s.id = $1
    ), children AS (
      INSERT INTO sessions (id, organization_id, workflow_id, definition_id, workflow_version, component_id, trigger,
        mode, status, placeholder_values, parent_id, parent_run, parent_component_id, parent_iteration, depth,
        tree_number, claim_number, enqueued_at, started_at, waiting_since)
      SELECT uuidv7(), s.organization_id, s.workflow_id, s.definition_id, s.workflow_version, s.component_id,
        'WORKFLOW', 'PROD', 'WAITING', '{}', s.id, 1, s.component_id, i, s.depth + 1, nextval('tree_numbers'), 1,
        now(), now(), now()
      FROM sessions s, generate_series(1, $2::int) i WHERE s.id = $1 RETURNING id, component_id
    )
    INSERT INTO steps (session_id, run, component_id, status, started_at)
    SELECT id, 1, component_id, 'WAITING', now() FROM children`,
    [parentId, count],
  );
}

async function countBelow(parentId: string, condition = 'true'): Promise<number> {
  const text = `SELECT count(*)::int AS count FROM sessions WHERE parent_id = $1 AND ${condition}`;
  return (await database.query<{ count: number }>(text, [parentId])).rows[0]!.count;
}

/** Kills the executor when a part is done and starts another one. @returns how much was done in between */
async function killBetween(done: () => Promise<number>): Promise<number> {
  await waitFor(async () => (await done()) > 500, { what: 'the first parts', everyMs: 5 });
  await system.executors.at(-1)!.kill();
  const between = await done();
  await system.startExecutor();
  return between;
}

test('an executor that is killed while it cancels or deletes a large tree is followed by another one', async () => {
  const definition = chain(input(), component('delay', { seconds: 3_600 }), output('awake'));
  const workflowId = await system.api.publish('Sleeps', definition);
  const { body } = await system.api.run(workflowId, definition.components[0]!.id, {});
  const id = body['sessionId'] as string;
  const read = () => system.api.call<SessionView>('GET', `/v1/sessions/${id}`);
  await waitFor(async () => (await read()).status === 'WAITING', { what: 'the root' });
  await addChildren(id, SESSIONS);

  expect((await system.api.request('POST', `/v1/sessions/${id}/cancel`)).status).toBe(200);
  const cancelled = () => countBelow(id, `status = 'CANCELLED'`);
  expect(await killBetween(cancelled)).toBeLessThan(SESSIONS);
  await waitFor(async () => (await cancelled()) === SESSIONS, { what: 'all cancelled' });

  expect((await system.api.request('DELETE', `/v1/sessions/${id}`)).status).toBe(204);
  const list = await system.api.call<{ items: SessionView[] }>('GET', `/v1/sessions?parentId=${id}`);
  expect(list.items).toEqual([]);
  expect(await killBetween(async () => SESSIONS - (await countBelow(id)))).toBeLessThan(SESSIONS);
  const tables = ['sessions', 'steps', 'parent_sessions', 'tree_sizes', 'deleted_sessions'];
  const count = tables.map((table) => `(SELECT count(*)::int FROM ${table}) AS ${table}`).join(', ');
  const nothing = Object.fromEntries(tables.map((table) => [table, 0]));
  await waitFor(
    async () => {
      const { rows } = await database.query<object>(`SELECT ${count}`);
      return JSON.stringify(rows[0]) === JSON.stringify(nothing);
    },
    { what: 'all rows to be deleted' },
  );
}, 300_000);

test('a component with a timeout over a large tree ends in time', async () => {
  const item = input({ key: 'item', type: 'NUMBER' });
  const sleeping = chain(item, component('delay', { seconds: 3_600 }), output('awake'));
  const workflowId = await system.api.publish('Sleeps below', sleeping);
  const config = { workflowId, componentId: item.id, items: '{{ [1, 2] }}', itemKey: 'item' };
  const [start, waits, late] = [
    input(),
    component('for-each', config, { timeoutSeconds: 15 }),
    output('{{ error.code }}'),
  ];
  const rootId = await system.api.publish('Waits', {
    components: [start, waits, late],
    connections: [link(start, waits), link(waits, late, 'error')],
  });
  const { body } = await system.api.run(rootId, start.id, {});
  const id = body['sessionId'] as string;
  const children = () => system.api.call<{ items: SessionView[] }>('GET', `/v1/sessions?parentId=${id}`);
  const waiting = async () =>
    (await children()).items.filter(({ status }) => status === 'WAITING').map((each) => each.id);
  const [childId = ''] = await waitFor(async () => (await waiting()).length === 2 && waiting(), { what: 'the items' });
  await addChildren(childId, SESSIONS);

  const ended = await system.api.untilEnded(id);
  expect(ended).toMatchObject({ status: 'SUCCEEDED', output: 'STEP_TIMEOUT' });
  const tookMs = Date.parse(ended.finishedAt ?? '') - Date.parse(ended.startedAt ?? '');
  expect(tookMs).toBeLessThan(30_000);
  await waitFor(async () => (await countBelow(childId, `status <> 'CANCELLED'`)) === 0, { what: 'all cancelled' });
}, 300_000);
