import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { newSession } from '@workflow/test-harness';
import { useTestStore, runningSession } from '../../test/open-test-store.ts';
import { firstUuidv7At } from '../ids/uuidv7-time.ts';

const database = useTestStore();
const { store } = database;

const HOUR = { minutes: 60, mode: 'PROD' } as const;

async function ended(organizationId: string, workflowId: string, code: string | null): Promise<string> {
  const { fence, session } = await runningSession(store, { organizationId, workflowId });
  const error = { code: code ?? '', message: `because of ${code}`, componentId: null };
  await store.execution.end(fence, code === null ? { kind: 'succeeded', output: null } : { kind: 'failed', error }, []);
  return session.id;
}

test('shows how long sessions wait and run, and groups failures by code and workflow', async () => {
  const organizationId = randomUUID();
  const [slow, otherWorkflow] = [randomUUID(), randomUUID()];
  await ended(organizationId, slow, null);
  await ended(organizationId, slow, 'HTTP_STATUS');
  const last = await ended(organizationId, slow, 'HTTP_STATUS');
  await ended(organizationId, otherWorkflow, 'CODE_ERROR');
  await ended(randomUUID(), slow, 'CRASHED');
  await database.sql(`UPDATE sessions SET finished_at = started_at + interval '2 s', waited_ms = 500
    WHERE workflow_id = '${slow}'`);

  const { read } = { read: store.sessions.queries.performance };
  const all = await read(organizationId, HOUR);
  expect(all.sampled).toMatchObject({ count: 4, complete: true });
  expect(all.failures.map(({ code, workflowId, count }) => [code, workflowId, count])).toEqual([
    ['HTTP_STATUS', slow, 2],
    ['CODE_ERROR', otherWorkflow, 1],
  ]);
  expect(all.failures[0]).toMatchObject({ lastSessionId: last, lastMessage: 'because of HTTP_STATUS' });
  expect(all.workflows.map(({ workflowId, ended, failed }) => [workflowId, ended, failed])).toEqual([
    [slow, 3, 2],
    [otherWorkflow, 1, 1],
  ]);
  expect(all.workflows[0]?.runningMs).toEqual({ p50: 1_500, p95: 1_500 });
  expect(all.waitingMs?.p50).toBeGreaterThanOrEqual(0);
  expect(all.perMinute.reduce((sum, { failed }) => sum + failed, 0)).toBe(3);

  expect(all.unended).toEqual({ waiting: 0, running: 0, sleeping: 0 });

  await runningSession(store, { organizationId, workflowId: otherWorkflow });
  const one = await read(organizationId, { ...HOUR, workflowId: otherWorkflow });
  expect(one).toMatchObject({ sampled: { count: 2 }, failures: [{ code: 'CODE_ERROR' }] });
  expect(one.unended).toEqual({ waiting: 0, running: 1, sleeping: 0 });
  expect(await read(organizationId, { ...HOUR, mode: 'TEST' })).toMatchObject({
    sampled: { count: 0 },
    waitingMs: null,
    runningMs: null,
    failures: [],
  });
});

test('records how many sessions wait and run, for each organization', async () => {
  const organizationId = randomUUID();
  await runningSession(store, { organizationId });
  await store.intake.accept(newSession({ organizationId, enqueue: true }));
  await store.intake.accept(newSession({ organizationId, enqueue: false }));
  await store.dispatch.reconcile({ maxInFlight: 1_000, minInFlightPerOrganization: 100, maxJobValueBytes: 1_024 });
  await store.dispatch.recordDepths();
  const { depth } = await store.sessions.queries.performance(organizationId, HOUR);
  expect(depth).toEqual([{ minute: expect.stringMatching(/:00Z$/), waiting: 2, running: 1 }]);
  expect((await store.sessions.queries.performance(randomUUID(), HOUR)).depth).toEqual([]);
  // The overview leaves out minutes without an end.
  expect((await store.sessions.queries.overview(organizationId, 60, 'PROD')).perMinute).toEqual([]);
});

test('shows for a workflow how many of its sessions waited and ran when each minute began', async () => {
  const organizationId = randomUUID();
  const workflowId = randomUUID();
  const thisMinute = Math.floor(Date.now() / 60_000) * 60_000;
  const ago = (minutes: number): Date => new Date(thisMinute - minutes * 60_000 + 30_000);
  const sqlTime = (minutes: number | null): string => (minutes === null ? 'NULL' : `'${ago(minutes).toISOString()}'`);
  /** Creates a session with these ages in minutes. */
  const make = async (createdMinutes: number, started: number | null, finished: number | null, run = 1) => {
    const session = newSession({ organizationId, workflowId });
    await store.intake.accept(session);
    const id = `${firstUuidv7At(ago(createdMinutes)).slice(0, 14)}${session.id.slice(14)}`;
    await database.sql(`UPDATE sessions SET id = '${id}', started_at = ${sqlTime(started)},
      finished_at = ${sqlTime(finished)}, run = ${run} WHERE id = '${session.id}'`);
  };
  await make(5, 3, 1);
  await make(4, 4, 4);
  await make(4, null, 2);
  await make(30, 20, 10, 2);
  const read = async (of: string) =>
    (await store.sessions.queries.performance(of, { ...HOUR, workflowId })).depth.map(({ waiting, running }) => [
      waiting,
      running,
    ]);
  expect(await read(organizationId)).toEqual([
    [1, 0],
    [2, 0],
    [1, 1],
    [0, 1],
  ]);
  expect(await read(randomUUID())).toEqual([]);
});
