import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { JsonObject } from '@workflow/workflow-model';
import { priorityAlone } from '../acceptance/start-sessions.ts';
import { useTestStore, publishedWorkflow, runningSession } from '../../test/open-test-store.ts';

const error = { code: 'CODE_ERROR', message: 'no', componentId: null };
const database = useTestStore();

/** Creates an organization whose workflow fails, with `count` triggers of another workflow that start for it. */
async function organization(count = 1) {
  const organizationId = randomUUID();
  const failing = await publishedWorkflow(database, organizationId);
  const handler = await publishedWorkflow(database, organizationId);
  await database.sql(
    `INSERT INTO error_triggers (workflow_id, component_id, organization_id, definition_id, workflow_version, output,
      all_workflows, workflow_ids)
    SELECT $1, gen_random_uuid(), $2, $3, 1, 'failure', true, '{}' FROM generate_series(1, $4)`,
    [handler.workflowId, organizationId, handler.definitionId, count],
  );
  const started = () =>
    database.sql<{ placeholder_values: JsonObject }>(
      `SELECT placeholder_values FROM sessions WHERE organization_id = $1 AND trigger = 'ERROR' ORDER BY id`,
      [organizationId],
    );
  const notices = () =>
    database.sql<{ attempts: number }>('SELECT * FROM failure_notices WHERE organization_id = $1', [organizationId]);
  const run = () => runningSession(database.store, { organizationId, ...failing });
  const fail = async () => {
    const { session, fence } = await run();
    expect(await database.store.execution.end(fence, { kind: 'failed', error }, [])).toBe(true);
    return session;
  };
  return { organizationId, failing, handler, started, notices, run, fail };
}

const startAll = async (store = database.store) => {
  while ((await store.failures.start()) > 0);
};

test('an end notes a failure by a row of constant size, whatever triggers there are', async () => {
  const { handler, notices, started, fail } = await organization(700);
  await database.sql(
    `UPDATE definitions SET content = content || jsonb_build_object('padding', $2::text)
      WHERE id = $1`,
    [handler.definitionId, 'x'.repeat(1_000_000)],
  );
  await fail();
  expect(await started()).toEqual([]);
  const [row, ...furtherNotices] = await notices();
  expect(furtherNotices).toEqual([]);
  expect(JSON.stringify(row).length).toBeLessThan(1_000);
  await startAll();
  // Only the first 20 triggers start, as the documentation states.
  expect(await started()).toHaveLength(20);
  expect(await notices()).toEqual([]);
});

test('the definition of many triggers is read once', async () => {
  const { fail } = await organization(100);
  await fail();
  const statements: string[] = [];
  const watched = database.another({
    onStatement: (name: string) => void statements.push(name),
  } as never);
  const before = process.cpuUsage();
  await startAll(watched);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(500);
  expect(statements.filter((name) => name === 'read_definition_to_start').length).toBeLessThanOrEqual(1);
});

test('a failure that an executor committed before it died is started exactly once, by any other executor', async () => {
  const { fail, started } = await organization();
  for (let n = 0; n < 30; n += 1) await fail();
  const otherStores = [database.another(), database.another(), database.another()];
  await Promise.all(otherStores.map((store) => startAll(store)));
  await startAll();
  const failed = (await started()).map(({ placeholder_values: values }) => values['failure.id']);
  expect([new Set(failed).size, failed.length]).toEqual([30, 30]);
});

test('a store reports failures as soon as they are committed', async () => {
  const { fail } = await organization();
  let noted = 0;
  database.store.failures.onNoted(() => {
    noted += 1;
  });
  await fail();
  expect(noted).toBe(1);
});

test('a failure whose sessions cannot be started is put off; others and other organizations go on', async () => {
  const [poisoned, neighbour] = [await organization(), await organization()];
  const bad = await poisoned.fail();
  const good = await poisoned.fail();
  await neighbour.fail();
  const failing = database.another({
    startRulesOf: (definition) => ({
      ...priorityAlone(definition),
      hide: (values) => {
        if (values['failure.id'] === bad.id) throw new Error('it cannot be hidden');
        return null;
      },
    }),
  });
  await startAll(failing);
  expect(await neighbour.started()).toHaveLength(1);
  expect(await poisoned.notices()).toHaveLength(2);
  // It is put off by a second, which may pass on a slow machine before the next start.
  await database.sql(`UPDATE failure_notices SET due_at = due_at + interval '1 hour'
    WHERE due_at > finished_at + interval '1 second'`);
  await database.sql('TRUNCATE set_asides');
  await startAll(database.another());
  const started = (await poisoned.started()).map(({ placeholder_values: values }) => values['failure.id']);
  expect(started).toEqual([good.id]);
  expect(await poisoned.notices()).toMatchObject([{ session_id: bad.id, attempts: 1 }]);
  // Its triggers were deleted with their workflow, so there is no further attempt.
  await database.sql('DELETE FROM error_triggers WHERE organization_id = $1', [poisoned.organizationId]);
  await database.sql("UPDATE failure_notices SET due_at = now() - interval '1 ms'");
  await startAll(database.another());
  expect(await poisoned.notices()).toEqual([]);
});

test('a retry before the start does not change the failure, and its own failure is a separate one', async () => {
  const { organizationId, fail, started } = await organization();
  const { id } = await fail();
  const retry = { from: 'start', version: 'pinned', enqueue: true } as const;
  expect(await database.store.sessions.commands.retry(organizationId, id, retry)).toMatchObject({ kind: 'retried' });
  await startAll();
  expect((await started()).map(({ placeholder_values: values }) => values)).toMatchObject([
    { 'failure.id': id, 'failure.status': 'FAILED', 'failure.run': 1, 'failure.error.code': 'CODE_ERROR' },
  ]);
});

test('a session that is deleted before the start is shown by what its end noted', async () => {
  const { organizationId, fail, started } = await organization();
  const { id, workflowId } = await fail();
  const admin = { type: 'user', id: randomUUID(), name: 'admin@example.com' } as const;
  expect(await database.store.sessions.commands.delete(organizationId, admin, id)).toEqual({ kind: 'deleted' });
  await startAll();
  const [values] = (await started()).map(({ placeholder_values: shown }) => shown);
  expect(values).toMatchObject({
    ...{ 'failure.id': id, 'failure.workflowId': workflowId, 'failure.error.code': 'CODE_ERROR' },
    ...{ 'failure.status': 'FAILED', 'failure.truncated': true },
  });
});
