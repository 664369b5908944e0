import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { newSession } from '@workflow/test-harness';
import { newStep, useTestStore, publishedWorkflow } from '../../test/open-test-store.ts';
import type { NewSession } from '../acceptance/new-session.ts';
import { stepsOf as writtenSteps } from '../steps/packed-steps.ts';
import type { DeferredClaimRequest } from './session-writes.ts';
import { BACKLOGGED, HOLD } from '../queued/queued-states.ts';

const database = useTestStore();
/** The organization has a key that seals its responses. */
const organizationId = randomUUID();
beforeAll(async () => {
  await database.sql(`INSERT INTO organizations (id, name, slug) VALUES ($1, 'Test', 'test')`, [organizationId]);
});

const SUCCEEDED = { kind: 'succeeded' as const, output: { total: 3 } };
const FAILED = { kind: 'failed' as const, error: { code: 'X', message: 'x', componentId: null } };
const RAN_MS = 5_000;
const RESPONSE = { status: 201, headers: {}, body: { kind: 'text' as const, text: 'made' } };

/** Creates a session that a living executor began to run `RAN_MS` ago without claiming it. */
async function takenSession(fields: Partial<NewSession> = {}) {
  const session = newSession(fields);
  await database.store.intake.accept(session);
  await database.sql(`UPDATE sessions SET enqueued_at = enqueued_at - interval '8 seconds' WHERE id = $1`, [
    session.id,
  ]);
  const executorId = await livingExecutor();
  const request: DeferredClaimRequest = {
    sessionId: session.id,
    executorId,
    enqueueNumber: 1,
    ranMs: RAN_MS,
    response: null,
  };
  return { session, executorId, request, fence: { sessionId: session.id, claimNumber: 1 } };
}

async function livingExecutor(): Promise<string> {
  const id = randomUUID();
  await database.store.execution.registerExecutor({ id, host: 'test', concurrency: 10 });
  return id;
}

const rowOf = async (id: string): Promise<Record<string, unknown>> =>
  (await database.sql<Record<string, unknown>>('SELECT * FROM sessions WHERE id = $1', [id]))[0] as Record<
    string,
    unknown
  >;
const responseOf = async (id: string) => (await database.store.sessions.responses([id]))[0]?.response ?? null;
const stepsOf = (id: string) => database.sql<{ status: string }>(`SELECT status FROM ${writtenSteps('$1')} t`, [id]);

type UnclaimedSession = Awaited<ReturnType<typeof takenSession>>;

/** Creates the same for a delivery, with an answer for its sender. */
async function respondingSession(fields: Partial<NewSession> = {}): Promise<UnclaimedSession> {
  const unclaimed = await takenSession({ organizationId, trigger: 'WEBHOOK', ...fields });
  return { ...unclaimed, request: { ...unclaimed.request, response: { organizationId, response: RESPONSE } } };
}

/** The two statements that claim a session which ran before its claim. */
const WRITES: Record<string, (unclaimed: UnclaimedSession) => Promise<unknown>> = {
  'a deferred claim': ({ request }) => database.store.execution.claimDeferred(request, [newStep()]),
  'a claim with an end': ({ request }) => database.store.execution.claimAndEnd(request, SUCCEEDED, [newStep()]),
  'a claim with a failure': ({ request }) => database.store.execution.claimAndEnd(request, FAILED, [newStep()]),
};

/** Events that make the deferred claim fail. */
const MEANWHILE: Record<string, (unclaimed: UnclaimedSession) => Promise<unknown>> = {
  'another executor claimed it': async ({ session }) =>
    expect(
      await database.store.execution.claim({ sessionId: session.id, executorId: await livingExecutor() }),
    ).not.toBeNull(),
  'another executor claimed it late': async ({ request }) =>
    expect(
      await database.store.execution.claimDeferred(
        { ...request, executorId: await livingExecutor(), response: null },
        [],
      ),
    ).not.toBeNull(),
  'it was claimed and released': async ({ session, fence }) => {
    await database.store.execution.claim({ sessionId: session.id, executorId: await livingExecutor() });
    expect(await database.store.execution.end(fence, { kind: 'released' }, [])).toBe(true);
  },
  'it was cancelled': ({ session }) => database.store.sessions.commands.cancel(session.organizationId, session.id),
  'it was cancelled and retried': async ({ session }) => {
    await database.store.sessions.commands.cancel(session.organizationId, session.id);
    await database.store.sessions.commands.retry(session.organizationId, session.id, {
      from: 'start',
      version: 'pinned',
      enqueue: true,
    });
  },
  'it was deleted': ({ session }) => database.sql('DELETE FROM sessions WHERE id = $1', [session.id]),
  'it was enqueued again': ({ session }) =>
    database.sql('UPDATE sessions SET enqueue_number = 2 WHERE id = $1', [session.id]),
  'it was recalled into the backlog': ({ session }) =>
    database.sql(`UPDATE sessions SET enqueued_at = ${BACKLOGGED} WHERE id = $1`, [session.id]),
  'it has a parent, whose end would be looked for by no deferred claim': ({ session }) =>
    database.sql('UPDATE sessions SET parent_id = id WHERE id = $1', [session.id]),
  'a pause holds it': ({ session }) => database.sql(`UPDATE sessions SET ${HOLD} WHERE id = $1`, [session.id]),
};

describe.each(Object.entries(WRITES))('%s', (_name, write) => {
  test.each(Object.entries(MEANWHILE))('writes nothing when %s', async (_why, meanwhile) => {
    const unclaimed = await respondingSession();
    await meanwhile(unclaimed);
    const before = await rowOf(unclaimed.session.id).catch(() => undefined);
    expect(await write(unclaimed)).toBeNull();
    expect(await rowOf(unclaimed.session.id)).toEqual(before);
    expect(await stepsOf(unclaimed.session.id)).toEqual([]);
    expect(await responseOf(unclaimed.session.id)).toBeNull();
  });

  test('stores the response of the session to the sender of its delivery', async () => {
    const unclaimed = await respondingSession();
    expect(await write(unclaimed)).not.toBeNull();
    expect(await responseOf(unclaimed.session.id)).toEqual(RESPONSE);
  });

  test('stores no response that nobody waits for', async () => {
    const unclaimed = await respondingSession({ trigger: 'API' });
    expect(await write(unclaimed)).not.toBeNull();
    expect(await responseOf(unclaimed.session.id)).toBeNull();
  });

  test.each(['workflow', 'organization'])('writes nothing while the %s is paused', async (what) => {
    const organizationId = randomUUID();
    const { workflowId, componentId, definitionId } = await publishedWorkflow(database, organizationId);
    const unclaimed = await takenSession({ organizationId, workflowId, componentId, definitionId });
    const [table, id] = what === 'workflow' ? ['workflows', workflowId] : ['organizations', organizationId];
    await database.sql(`UPDATE ${table} SET paused_at = now() WHERE id = $1`, [id]);
    expect(await write(unclaimed)).toBeNull();
    expect(await rowOf(unclaimed.session.id)).toMatchObject({ status: 'QUEUED', claim_number: 0, started_at: null });
    await database.sql(`UPDATE ${table} SET paused_at = NULL WHERE id = $1`, [id]);
    expect(await write(unclaimed)).not.toBeNull();
  });

  test('is answered with the time in the queue', async () => {
    const answer = (await write(await takenSession())) as { queuedMs: number };
    expect(answer.queuedMs).toBeGreaterThan(2_000);
    expect(answer.queuedMs).toBeLessThan(8_000);
  });
});

test('a deferred claim leaves the session as a claim does, with the steps so far', async () => {
  const { session, executorId, request, fence } = await takenSession();
  const effect = newStep({ status: 'RUNNING', port: null, output: null, finishedAt: null });
  expect(await database.store.execution.claimDeferred(request, [newStep(), effect])).not.toBeNull();
  const row = await rowOf(session.id);
  expect(row).toMatchObject({
    status: 'RUNNING',
    claim_number: 1,
    executor_id: executorId,
    crashes: 0,
    finished_at: null,
  });
  // The time limit counts from the moment at which the executor began to run the session.
  expect(Date.now() - (row['started_at'] as Date).getTime()).toBeGreaterThanOrEqual(RAN_MS);
  expect((await stepsOf(session.id)).map(({ status }) => status).sort()).toEqual(['RUNNING', 'SUCCEEDED']);
  expect(await database.store.execution.heartbeat(executorId, 1, false, [fence])).toMatchObject({ lost: [] });
  expect(await database.store.execution.end(fence, SUCCEEDED, [])).toBe(true);
});

test('an executor that got no answer to its deferred claim asks again, and nobody else has the session', async () => {
  const { session, executorId, request } = await respondingSession();
  const { execution } = database.store;
  expect(await execution.claimDeferred(request, [])).not.toBeNull();
  expect(await execution.claimDeferred(request, [newStep()])).not.toBeNull();
  expect(await rowOf(session.id)).toMatchObject({ status: 'RUNNING', claim_number: 1, executor_id: executorId });
  expect(await responseOf(session.id)).toEqual(RESPONSE);
  expect(await execution.claimDeferred({ ...request, executorId: await livingExecutor() }, [])).toBeNull();
});

test('a session that is claimed with its end looks as one that was claimed and ended', async () => {
  const observed = { sessions: [] as Record<string, unknown>[] };
  for (const isFirst of [true, false]) {
    const { session, executorId, request, fence } = await takenSession();
    const step = newStep();
    const { execution } = database.store;
    if (!isFirst) await execution.claim({ sessionId: session.id, executorId, enqueueNumber: 1 });
    const written = isFirst
      ? execution.claimAndEnd(request, SUCCEEDED, [step])
      : execution.end(fence, SUCCEEDED, [step]);
    expect(await written).toBeTruthy();
    const row = await rowOf(session.id);
    expect(row['executor_id']).toBe(executorId);
    expect(row['started_at']).toBeInstanceOf(Date);
    expect((row['finished_at'] as Date).getTime()).toBeGreaterThanOrEqual((row['started_at'] as Date).getTime());
    const {
      started_at: _started,
      finished_at: _finished,
      enqueued_at: _enqueued,
      executor_id: _executor,
      packed_steps: _steps,
      ...rest
    } = row;
    const ids = ['id', 'organization_id', 'workflow_id', 'component_id', 'definition_id', 'started_by'];
    observed.sessions.push(Object.fromEntries(Object.entries(rest).filter(([name]) => !ids.includes(name))));
    expect(await stepsOf(session.id)).toEqual([{ status: 'SUCCEEDED' }]);
    expect(await database.store.sessions.queries.ended([session.id])).toHaveLength(1);
  }
  expect(observed.sessions[0]).toEqual(observed.sessions[1]);
});

test('of many executors that claim and end one session at the same time, one succeeds', async () => {
  const unclaimed = await takenSession();
  const { execution } = database.store;
  const otherStores = [database.another(), database.another()];
  const requests = await Promise.all(
    [execution, ...otherStores.map((store) => store.execution)].map(async (each) => {
      const request = { ...unclaimed.request, executorId: await livingExecutor() };
      return () => each.claimAndEnd(request, SUCCEEDED, []);
    }),
  );
  const answers = await Promise.all(requests.map((request) => request()));
  expect(answers.filter((answer) => answer !== null)).toHaveLength(1);
  expect(await rowOf(unclaimed.session.id)).toMatchObject({ status: 'SUCCEEDED', claim_number: 1 });
});

test('many sessions are claimed and ended in one batch, and those that are lost are left out', async () => {
  const unclaimed = await Promise.all(Array.from({ length: 12 }, () => takenSession()));
  await database.store.sessions.commands.cancel(unclaimed[3]!.session.organizationId, unclaimed[3]!.session.id);
  const ends = await Promise.all(
    unclaimed.map(({ request }, index) =>
      database.store.execution.claimAndEnd(request, index % 4 === 1 ? FAILED : SUCCEEDED, [newStep()]),
    ),
  );
  expect(ends.map((end) => end !== null)).toEqual(unclaimed.map((_taken, index) => index !== 3));
  const statuses = await Promise.all(unclaimed.map(async ({ session }) => (await rowOf(session.id))['status']));
  expect(statuses).toEqual(
    unclaimed.map((_taken, index) => (index === 3 ? 'CANCELLED' : index % 4 === 1 ? 'FAILED' : 'SUCCEEDED')),
  );
});

test('large steps are written in parts after the claim, and the end after them', async () => {
  const { session, request } = await respondingSession();
  const large = () => newStep({ output: 'x'.repeat(5 * 1024 * 1024) });
  expect(await database.store.execution.claimAndEnd(request, SUCCEEDED, [large(), large(), large()])).not.toBeNull();
  expect(await rowOf(session.id)).toMatchObject({ status: 'SUCCEEDED', claim_number: 1 });
  expect(await stepsOf(session.id)).toHaveLength(3);
  expect(await responseOf(session.id)).toEqual(RESPONSE);
});
