import { beforeAll, expect, jest, test } from '@jest/globals';
import { useTestStore } from '../../test/open-test-store.ts';
import { decideAll, scheduledWorkflow } from '../../test/scheduled-workflow.ts';
import type { DecidedDueTimes } from './decide-due-times.ts';

const database = useTestStore();
beforeAll(async () => {
  await database.sql(`
    CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_terminate_backend(pg_backend_pid());
      PERFORM pg_sleep(0);
      RETURN NEW;
    END $$`);
});

/** An interval so long that no due time passes during a test or in the minute before it, after which it is missed. */
const YEAR = 31_536_000;
const YEARLY = { everySeconds: YEAR };
const FIVE_MINUTES_MS = 300_000;
const decidedOf = (parts: DecidedDueTimes[]) => parts.reduce((sum, { schedules }) => sum + schedules, 0);
const statusesOf = (rows: { status: string }[]) => rows.map(({ status }) => status);

/** The places where the connection of the dispatcher ends: at a statement of a decision, or at its commit. */
const DECIDING = [
  ['the due times are written', 'TRIGGER deadly BEFORE INSERT ON due_times', 'due_times'],
  ['their sessions are made', 'TRIGGER deadly BEFORE INSERT ON sessions', 'sessions'],
  ['the schedule moves on', 'TRIGGER deadly BEFORE UPDATE ON schedules', 'schedules'],
  [
    'all is committed',
    'CONSTRAINT TRIGGER deadly AFTER UPDATE ON schedules DEFERRABLE INITIALLY DEFERRED',
    'schedules',
  ],
] as const;

test.each(DECIDING)('a dispatcher that dies as %s leaves nothing, and the next one decides once', async (...where) => {
  const [, trigger, table] = where;
  const schedule = await scheduledWorkflow(database, { ...YEARLY, catchUp: 'all' });
  await schedule.outage(2 * YEAR);
  await database.sql(`CREATE ${trigger} FOR EACH ROW EXECUTE FUNCTION die()`);
  expect(decidedOf(await database.another().schedules.decide())).toBe(0);
  await database.sql(`DROP TRIGGER deadly ON ${table}`);
  expect([await schedule.rows(), await schedule.sessions()]).toEqual([[], []]);
  await decideAll(database.another());
  expect(statusesOf(await schedule.rows())).toEqual(['STARTED', 'WAITING']);
  expect(await schedule.sessions()).toHaveLength(1);
  await schedule.remove();
});

const STARTING = [
  ['their sessions are made', 'TRIGGER deadly BEFORE INSERT ON sessions', 'sessions'],
  ['they are marked as started', 'TRIGGER deadly BEFORE UPDATE ON due_times', 'due_times'],
  [
    'all is committed',
    'CONSTRAINT TRIGGER deadly AFTER UPDATE ON due_times DEFERRABLE INITIALLY DEFERRED',
    'due_times',
  ],
] as const;

test.each(STARTING)('due times that wait start once, though the dispatcher dies as %s', async (...where) => {
  const [, trigger, table] = where;
  const schedule = await scheduledWorkflow(database, { ...YEARLY, catchUp: 'all' });
  await schedule.outage(2 * YEAR);
  await decideAll(database.store);
  await schedule.endSessions();
  await database.sql(`CREATE ${trigger} FOR EACH ROW EXECUTE FUNCTION die()`);
  expect(await database.another().schedules.startWaitingDueTimes()).toBe(0);
  await database.sql(`DROP TRIGGER deadly ON ${table}`);
  expect(statusesOf(await schedule.rows())).toEqual(['STARTED', 'WAITING']);
  await database.another().schedules.startWaitingDueTimes();
  expect(statusesOf(await schedule.rows())).toEqual(['STARTED', 'STARTED']);
  expect(await schedule.sessions()).toHaveLength(2);
  await schedule.remove();
});

test.each([
  ['fast', FIVE_MINUTES_MS],
  ['slow', -FIVE_MINUTES_MS],
])('an executor whose clock is five minutes %s decides by that of PostgreSQL', async (_, offMs) => {
  const schedule = await scheduledWorkflow(database, YEARLY);
  const dueIn = (seconds: number) =>
    database.sql(`UPDATE schedules SET next_at = clock_timestamp() + $2 * interval '1 second' WHERE workflow_id = $1`, [
      schedule.workflowId,
      seconds,
    ]);
  const now = Date.now;
  jest.spyOn(Date, 'now').mockImplementation(() => now() + offMs);
  try {
    await dueIn(120);
    await decideAll(database.store);
    expect(await schedule.rows()).toEqual([]);
    await dueIn(-1);
    await decideAll(database.store);
    expect(statusesOf(await schedule.rows())).toEqual(['STARTED']);
  } finally {
    jest.restoreAllMocks();
  }
  await schedule.remove();
});

test('a disabled schedule is never due', async () => {
  const schedule = await scheduledWorkflow(database, { ...YEARLY, catchUp: 'all' });
  await schedule.outage(YEAR);
  await schedule.republish({ ...YEARLY, catchUp: 'all' }, { disabled: true });
  expect(await schedule.nextAt()).toBeUndefined();
  await decideAll(database.store);
  // Earlier due times belong to the earlier version.
  expect(await schedule.rows()).toMatchObject([{ status: 'STARTED', version: 1 }]);
  expect(await database.store.schedules.countStopped()).toBe(0);
  await schedule.remove();
});
