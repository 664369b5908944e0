import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import { newSession } from '@workflow/test-harness';
import { publishedWorkflow, runningSession, useTestStore } from '../../test/open-test-store.ts';
import type { NewSession } from '../acceptance/new-session.ts';
import { HOLD, QUEUED_TRANSITIONS } from './queued-states.ts';

const POLICY = { maxInFlight: 100, minInFlightPerOrganization: 10, maxJobValueBytes: 1_024 };
const ACTOR = { type: 'system' as const, id: null, name: 'test' };
const NO_KEYS = { concurrencyKey: '', orderKey: '' };

const database = useTestStore();
beforeAll(async () => {
  await database.sql('CREATE TABLE seen_states (was text, becomes text)');
  await database.sql(`CREATE FUNCTION see_state() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO seen_states VALUES (CASE WHEN TG_OP = 'INSERT' THEN '[*]'
        ELSE queued_state_before(OLD.status, OLD.enqueued_at) END, queued_state(NEW.enqueued_at));
      RETURN NULL;
    END $$`);
  await database.sql(`CREATE TRIGGER see_state AFTER INSERT OR UPDATE ON sessions FOR EACH ROW
    WHEN (NEW.status = 'QUEUED') EXECUTE FUNCTION see_state()`);
});

test('QUEUED sessions take every change of the table and no other', async () => {
  const { intake, dispatch, execution, management, sessions } = database.store;
  const organizationId = randomUUID();
  const accept = async (fields: Partial<NewSession>): Promise<string> => {
    const session = newSession({ organizationId, ...fields });
    await intake.accept(session);
    return session.id;
  };
  const enqueue = async () => {
    await dispatch.reconcile(POLICY);
    await dispatch.holdPaused();
    await dispatch.admitHeld();
    return dispatch.enqueueBacklog(POLICY, 100);
  };

  await accept({ enqueue: false });
  await enqueue();
  const { fence } = await runningSession(database.store, { organizationId });
  await execution.end(fence, { kind: 'released' }, []);

  const limited = await publishedWorkflow(database, organizationId, { concurrency: { limit: 1 } });
  await accept({ ...limited, enqueue: false, flow: { concurrencyKey: 'null', orderKey: '' } });
  const delayed = await accept({
    ...(await publishedWorkflow(database, organizationId)),
    enqueue: false,
    flow: NO_KEYS,
    timing: { startAfterSeconds: 3_600 },
  });
  await sessions.commands.startDelayed(organizationId, delayed);
  await enqueue();

  const paused = await publishedWorkflow(database, organizationId);
  await accept({ ...paused, enqueue: true });
  await accept({ ...paused, enqueue: false });
  await management.organization(organizationId).pauseWorkflow(ACTOR, paused.workflowId);
  await enqueue();

  const seen = await database.sql<{ was: string; becomes: string }>(
    'SELECT DISTINCT was, becomes FROM seen_states WHERE was <> becomes',
  );
  expect(seen.map(({ was, becomes }) => `${was} to ${becomes}`).sort()).toEqual(
    QUEUED_TRANSITIONS.map(({ from, to }) => `${from} to ${to}`).sort(),
  );
});

test.each([
  ['that the table does not have', HOLD, 'enqueued_at = now()', 'from held to enqueued'],
  ['by a statement that the table does not name', 'enqueued_at = now()', HOLD, 'from enqueued to held by other'],
])('a change %s is refused', async (_why, before, change, message) => {
  const session = newSession();
  await database.store.intake.accept(session);
  await database.sql(`UPDATE sessions SET ${before} WHERE id = $1`, [session.id]);
  const client = await database.connect();
  await client.query(`SET application_name = 'session-store'`);
  const text = `UPDATE sessions SET ${change} WHERE id = $1`;
  await expect(client.query({ name: 'other', text, values: [session.id] })).rejects.toThrow(message);
});
