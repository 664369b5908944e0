import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import { waitFor, newSession } from '@workflow/test-harness';
import { SESSION_TRANSITIONS } from '@workflow/workflow-model';
import { useTestStore, publishedWorkflow, runningSession } from '../../test/open-test-store.ts';

const POLICY = { maxInFlight: 100, minInFlightPerOrganization: 10, maxJobValueBytes: 1_024 };
const SUCCEEDED = { kind: 'succeeded' as const, output: null };
const FAILED = { kind: 'failed' as const, error: { code: 'X', message: 'x', componentId: null } };
const FROM_START = { from: 'start' as const, version: 'pinned' as const, enqueue: true };

const database = useTestStore();
beforeAll(async () => {
  await database.sql(`CREATE TABLE seen_transitions (old_status text, new_status text)`);
  await database.sql(`CREATE FUNCTION see_transition() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO seen_transitions VALUES (OLD.status, NEW.status); RETURN NULL; END $$`);
  await database.sql(`CREATE TRIGGER see_transition AFTER UPDATE ON sessions FOR EACH ROW
    WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION see_transition()`);
});

test('rows take every transition of the table and no other', async () => {
  const { intake, execution, dispatch, sessions } = database.store;
  const organizationId = randomUUID();
  const running = () => runningSession(database.store, { organizationId });
  const sleep = async () => {
    const { session, executorId, fence } = await running();
    await execution.end(fence, { kind: 'waiting', dueAt: new Date(0), childrenSeen: 0 }, []);
    return { sessionId: session.id, executorId };
  };

  const queued = newSession({ organizationId });
  await intake.accept(queued);
  await sessions.commands.cancel(organizationId, queued.id);
  await sessions.commands.retry(organizationId, queued.id, FROM_START);

  const first = newSession({ organizationId });
  await intake.accept(first);
  const executorId = randomUUID();
  await execution.registerExecutor({ id: executorId, host: 'test', concurrency: 1 });
  const claim = { sessionId: first.id, executorId, enqueueNumber: 1, ranMs: 1, response: null };
  await execution.claimAndEnd(claim, SUCCEEDED, []);

  const succeeded = await running();
  await execution.end(succeeded.fence, SUCCEEDED, []);
  const failed = await running();
  await execution.end(failed.fence, FAILED, []);
  const released = await running();
  await execution.end(released.fence, { kind: 'released' }, []);
  const cancelled = await running();
  await sessions.commands.cancel(organizationId, cancelled.session.id);

  const woken = await sleep();
  await dispatch.reconcile(POLICY);
  await waitFor(async () => {
    await dispatch.enqueueBacklog(POLICY, 10);
    return execution.claim(woken);
  });
  const limited = await publishedWorkflow(database, organizationId, { concurrency: { limit: 1, onLimit: 'fail' } });
  for (let count = 0; count < 2; count += 1)
    await intake.accept(
      newSession({ organizationId, ...limited, enqueue: false, flow: { concurrencyKey: 'null', orderKey: '' } }),
    );
  await dispatch.admitHeld();

  const { sessionId: asleep } = await sleep();
  await sessions.commands.cancel(organizationId, asleep);

  for (const { session, executorId, fence } of [succeeded, failed, cancelled]) {
    await sessions.commands.cancel(organizationId, session.id);
    await execution.claim({ sessionId: session.id, executorId });
    for (const end of [SUCCEEDED, FAILED, { kind: 'released' as const }]) await execution.end(fence, end, []);
    await sessions.commands.retry(organizationId, session.id, FROM_START);
    await sessions.commands.retry(organizationId, session.id, FROM_START);
  }

  const seen = await database.sql('SELECT DISTINCT old_status AS "from", new_status AS "to" FROM seen_transitions');
  const names = (rows: readonly object[]) => rows.map((row) => Object.values(row).slice(0, 2).join(' to ')).sort();
  expect(names(seen)).toEqual(names(SESSION_TRANSITIONS));
});

test('a status that the table does not lead to is refused', async () => {
  const { session, fence } = await runningSession(database.store);
  await database.store.execution.end(fence, SUCCEEDED, []);
  await expect(database.sql(`UPDATE sessions SET status = 'RUNNING' WHERE id = $1`, [session.id])).rejects.toThrow(
    'a session must not change from SUCCEEDED to RUNNING',
  );
});
