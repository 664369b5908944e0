import { describe, expect, test } from '@jest/globals';
import { keyedBy } from '../../test/keyed-by.ts';
import { useTestStore } from '../../test/open-test-store.ts';
import { decideAll, scheduledWorkflow } from '../../test/scheduled-workflow.ts';

const database = useTestStore();

/** An interval so long that no due time passes during a test or in the minute before it, after which it is missed. */
const YEAR = 31_536_000;
const YEARLY = { everySeconds: YEAR };
const YEAR_MS = YEAR * 1_000;

const decide = () => decideAll(database.store);
const statusesOf = (rows: { status: string }[]) => rows.map(({ status }) => status);

describe('a due time', () => {
  test('starts one session, with the due time as its placeholder', async () => {
    const schedule = await scheduledWorkflow(database, YEARLY);
    const next = await schedule.nextAt();
    // Makes it due now, as if its time had passed.
    await database.sql('UPDATE schedules SET next_at = $2 WHERE workflow_id = $1', [
      schedule.workflowId,
      new Date(Date.now() - 1_000),
    ]);
    await decide();
    const [session, ...furtherSessions] = await schedule.sessions();
    expect(furtherSessions).toEqual([]);
    const [row] = await schedule.rows();
    expect(session).toMatchObject({ trigger: 'SCHEDULE', mode: 'PROD', version: 1 });
    expect(session?.values['scheduledFor']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
    expect(row).toMatchObject({ status: 'STARTED', sessionId: session?.id });
    expect(await schedule.nextAt()).toBe(next);
    await decide();
    expect(await schedule.sessions()).toHaveLength(1);
  });

  test('starts one session when several executors believe that they dispatch', async () => {
    const schedule = await scheduledWorkflow(database, { ...YEARLY, catchUp: 'all' });
    await schedule.outage(3 * YEAR);
    const otherStores = [database.another(), database.another()];
    await Promise.all(
      [database.store, ...otherStores].flatMap((store) => [1, 2, 3].map(() => store.schedules.decide())),
    );
    await decide();
    expect(statusesOf(await schedule.rows())).toEqual(['STARTED', 'WAITING', 'WAITING']);
    expect(await database.store.schedules.decide()).toMatchObject([{ schedules: 0, someWait: true }]);
    expect(await schedule.sessions()).toHaveLength(1);
  });

  test('is announced before its time', async () => {
    const schedule = await scheduledWorkflow(database, YEARLY);
    await decide();
    await database.sql(`DELETE FROM due_times WHERE status = 'WAITING'`);
    await database.sql(`UPDATE schedules SET next_at = clock_timestamp() + interval '5 s' WHERE workflow_id = $1`, [
      schedule.workflowId,
    ]);
    const [part] = await database.store.schedules.decide();
    expect(part).toMatchObject({ schedules: 0, nextInMs: expect.any(Number), someWait: false });
    expect(part?.nextInMs).toBeGreaterThan(0);
    // The clock of a virtual machine may be set back between the two statements.
    expect(part?.nextInMs).toBeLessThan(5_500);
    await schedule.remove();
  });

  test('is not decided before its time', async () => {
    await scheduledWorkflow(database, YEARLY);
    expect((await database.store.schedules.decide()).map(({ schedules }) => schedules)).toEqual([0]);
  });
});

describe('after an outage', () => {
  test.each([
    ['none', ['MISSED', 'MISSED', 'MISSED']],
    ['one', ['MISSED', 'MISSED', 'STARTED']],
    ['all', ['STARTED', 'WAITING', 'WAITING']],
  ])('catchUp %s', async (catchUp, expected) => {
    const schedule = await scheduledWorkflow(database, { ...YEARLY, catchUp });
    await schedule.outage(3 * YEAR);
    await decide();
    expect(statusesOf(await schedule.rows())).toEqual(expected);
    expect(await schedule.nextAt()).toBeGreaterThan(Date.now());
  });

  test('all due times are started, one after another', async () => {
    const schedule = await scheduledWorkflow(database, { ...YEARLY, catchUp: 'all' });
    await schedule.outage(3 * YEAR);
    await decide();
    for (const started of [1, 2, 3, 3]) {
      expect(await schedule.sessions()).toHaveLength(started);
      await database.store.schedules.startWaitingDueTimes();
      expect(await schedule.sessions()).toHaveLength(started);
      await schedule.endSessions();
      await database.store.schedules.startWaitingDueTimes();
    }
    const rows = await schedule.rows();
    const values = (await schedule.sessions()).map(({ values: { scheduledFor } }) => Date.parse(String(scheduledFor)));
    expect(values).toEqual(rows.map(({ dueMs }) => dueMs));
  });
});

describe('publishing', () => {
  test('due times before it belong to the previous version, later ones to the new one', async () => {
    const schedule = await scheduledWorkflow(database, { ...YEARLY, catchUp: 'all' });
    await schedule.outage(2 * YEAR);
    await schedule.republish({ everySeconds: YEAR / 2, catchUp: 'all' });
    await decide();
    const rows = await schedule.rows();
    expect(rows.map(({ version, status }) => [version, status])).toEqual([
      [1, 'STARTED'],
      [1, 'WAITING'],
    ]);
    expect(rows.every(({ dueMs }) => dueMs % YEAR_MS === 0)).toBe(true);
    expect(((await schedule.nextAt()) ?? 0) - Date.now()).toBeLessThanOrEqual(YEAR_MS / 2);
    const remaining = await database.sql('SELECT id FROM schedules WHERE workflow_id = $1', [schedule.workflowId]);
    expect(remaining).toHaveLength(1);
  });

  test('a version without the schedule ends it', async () => {
    const schedule = await scheduledWorkflow(database, YEARLY);
    await schedule.unpublish();
    expect(await schedule.nextAt()).toBeUndefined();
    await schedule.publish();
    expect(await schedule.nextAt()).toBeGreaterThan(Date.now());
    await schedule.remove();
    expect(await schedule.nextAt()).toBeUndefined();
  });

  test('due times that wait when the schedule is unpublished do not start, and are shown as skipped', async () => {
    const schedule = await scheduledWorkflow(database, { ...YEARLY, catchUp: 'all' });
    await schedule.outage(2 * YEAR);
    await decide();
    await schedule.outage(YEAR);
    await schedule.unpublish();
    await schedule.endSessions();
    await decide();
    await database.store.schedules.startWaitingDueTimes();
    expect(statusesOf(await schedule.rows())).toEqual(['STARTED', 'SKIPPED']);
    expect(await schedule.sessions()).toHaveLength(1);
  });
});

describe.each(['workflow', 'organization'] as const)('a paused %s', (what) => {
  test('decides nothing, and counts from the resume', async () => {
    const schedule = await scheduledWorkflow(database, { ...YEARLY, catchUp: 'all' });
    await (what === 'workflow' ? schedule.pause() : schedule.pauseOrganization());
    expect(await schedule.nextAt()).toBeNull();
    expect(await database.store.schedules.countStopped()).toBe(0);
    await decide();
    await schedule.republish({ ...YEARLY, catchUp: 'all' });
    expect(await schedule.nextAt()).toBeNull();
    await (what === 'workflow' ? schedule.resume() : schedule.resumeOrganization());
    await decide();
    expect(await schedule.rows()).toEqual([]);
    expect(((await schedule.nextAt()) ?? 0) % YEAR_MS).toBe(0);
    expect(await schedule.nextAt()).toBeGreaterThan(Date.now());
  });
});

test('a published schedule without a next due time is counted', async () => {
  const schedule = await scheduledWorkflow(database, YEARLY);
  await database.sql('UPDATE schedules SET next_at = NULL WHERE workflow_id = $1', [schedule.workflowId]);
  expect(await database.store.schedules.countStopped()).toBe(1);
  await schedule.remove();
});

test('sessions of a workflow with flow control are held under their key', async () => {
  const store = database.another({ startRulesOf: keyedBy(() => ({ concurrencyKey: '"k"', orderKey: '' })) });
  const flow = { concurrency: { key: 'scheduledFor', limit: 1, onLimit: 'queue' as const } };
  const schedule = await scheduledWorkflow(database, { ...YEARLY, catchUp: 'one' }, { flow });
  await schedule.outage(YEAR);
  await decideAll(store);
  const [session] = await schedule.sessions();
  const entries = await database.sql('SELECT concurrency_key AS key FROM flow_entries WHERE session_id = $1', [
    session?.id,
  ]);
  expect(entries).toEqual([{ key: '"k"' }]);
});

test('due times are stored for 30 days', async () => {
  const schedule = await scheduledWorkflow(database, YEARLY);
  await schedule.outage(2 * YEAR);
  await decide();
  await database.sql(
    `UPDATE due_times SET decided_at = now() - interval '30 days 1 minute' WHERE workflow_id = $1
      AND due_at = (SELECT min(due_at) FROM due_times WHERE workflow_id = $1)`,
    [schedule.workflowId],
  );
  expect(await database.store.schedules.deleteOld()).toBe(false);
  expect(await schedule.rows()).toHaveLength(1);
});

/** Inserts copies of the schedule of a workflow. */
async function copySchedule(workflowId: string, times: number): Promise<void> {
  await database.sql(
    `INSERT INTO schedules (id, organization_id, workflow_id, component_id, definition_id, workflow_version, name,
        config, output, has_flow, next_at)
      SELECT gen_random_uuid(), organization_id, workflow_id, gen_random_uuid(), definition_id, workflow_version, name,
        config, output, has_flow, next_at FROM schedules, generate_series(1, $2::int) WHERE workflow_id = $1`,
    [workflowId, times],
  );
}

/** Creates 21 schedules with two due times each. Each schedule has a separate definition with flow control. */
async function schedulesOf21Definitions() {
  const config = { ...YEARLY, catchUp: 'all', onOverlap: 'queue' };
  const schedule = await scheduledWorkflow(database, config, { flow: { priority: 'high' } });
  await copySchedule(schedule.workflowId, 20);
  await database.sql(
    `WITH copies AS (
        INSERT INTO definitions (id, organization_id, workflow_id, content)
        SELECT s.id, d.organization_id, d.workflow_id, d.content
        FROM schedules s JOIN definitions d ON d.id = s.definition_id WHERE s.workflow_id = $1
      ) UPDATE schedules SET definition_id = id WHERE workflow_id = $1`,
    [schedule.workflowId],
  );
  await schedule.outage(2 * YEAR);
  return schedule;
}

test('one part decides 500 schedules with flow control, and the next part continues with the others', async () => {
  const store = database.another({ startRulesOf: keyedBy(() => ({ concurrencyKey: '"k"', orderKey: '' })) });
  const flow = { concurrency: { key: 'scheduledFor', limit: 1, onLimit: 'queue' as const } };
  const schedule = await scheduledWorkflow(database, YEARLY, { flow });
  await copySchedule(schedule.workflowId, 520);
  await schedule.outage(YEAR);
  const counts = [await store.schedules.decide(), await store.schedules.decide(), await store.schedules.decide()];
  expect(counts.map(([part]) => part?.schedules)).toEqual([500, 21, 0]);
  expect(counts.map(([part]) => part?.isFull)).toEqual([true, false, false]);
  expect(await schedule.rows()).toHaveLength(521);
});

test('one part decides schedules of 20 definitions with flow control, and the next part continues', async () => {
  const schedule = await schedulesOf21Definitions();
  const parts = [...(await database.store.schedules.decide()), ...(await database.store.schedules.decide())];
  expect(parts).toMatchObject([
    { schedules: 20, isFull: true },
    { schedules: 1, isFull: false },
  ]);
  expect(await schedule.sessions()).toHaveLength(21);
});

test('one part starts waiting due times of 20 definitions with flow control, and the next part continues', async () => {
  const schedule = await schedulesOf21Definitions();
  await decide();
  await schedule.endSessions();
  expect(await database.store.schedules.startWaitingDueTimes()).toBe(20);
  expect(await database.store.schedules.startWaitingDueTimes()).toBe(1);
  expect(await schedule.sessions()).toHaveLength(42);
});
