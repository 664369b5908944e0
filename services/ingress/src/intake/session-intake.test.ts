import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { SessionToEnqueue } from '@workflow/session-queue';
import {
  StoreOverloadedError,
  type AcceptOutcome,
  type DescribedSession,
  type NewSession,
  type RetryOutcome,
} from '@workflow/session-store';
import type { SessionView } from '@workflow/workflow-model';
import { AdmissionQuotas } from './admission-quotas.ts';
import { PendingShares } from './pending-shares.ts';
import { SessionEnqueuer } from './session-enqueuer.ts';
import { SessionIntake } from './session-intake.ts';

const ACCEPTED: AcceptOutcome = { kind: 'accepted' };
const REPLAYED: AcceptOutcome = { kind: 'replayed', sessionId: 'first', sameBody: true, response: null };
const REQUEST = { from: 'failed-step', version: 'pinned' } as const;

function makeIntake(initial = 1) {
  const written: boolean[] = [];
  const held: unknown[] = [];
  const jobs: SessionToEnqueue[] = [];
  const state = {
    accept: () => Promise.resolve(ACCEPTED),
    retry: () => Promise.resolve<RetryOutcome>(NOT_FOUND),
    enqueue: () => Promise.resolve(),
    quotas: {
      runsPerMinute: null,
      runBurst: null,
      paused: false,
      maxConcurrentSessions: null as number | null,
      maxStoredBytes: null,
      pool: null,
      storedBytes: 0,
    },
  };
  const queue = {
    add: (added: SessionToEnqueue[]) => {
      jobs.push(...added);
      return state.enqueue();
    },
    ping: () => Promise.resolve(),
  };
  const clock = { ms: 0, waiting: 0 };
  const now = (): number => clock.ms;
  const accepted: string[] = [];
  const intake = new SessionIntake({
    store: {
      accept: (session: NewSession) => {
        written.push(session.enqueue);
        held.push(session.flow);
        return state.accept();
      },
      retry: (_organizationId, _id, { enqueue }) => {
        written.push(enqueue);
        return state.retry();
      },
    },
    admissionQuotas: new AdmissionQuotas({ initial, closedMs: 0 }),
    organizationQuotas: { get: () => Promise.resolve(state.quotas) },
    pending: new PendingShares(100),
    enqueuer: new SessionEnqueuer(queue, {
      maxUnconfirmed: 100,
      openMs: 100,
      maxOpenMs: 400,
      now,
      onFailure: () => undefined,
    }),
    replicaId: 'replica',
    maxJobValueBytes: 100,
    waiting: () => clock.waiting,
    now,
    onAccepted: ({ id }) => accepted.push(id),
  });
  return { state, intake, written, held, jobs, accepted, clock };
}

const NOT_FOUND: RetryOutcome = { kind: 'not-found' };

const session = (id: string): DescribedSession => ({
  id,
  organizationId: 'a',
  workflowId: 'w',
  definitionId: 'd',
  workflowVersion: 1,
  componentId: 'c',
  trigger: 'API',
  mode: 'PROD',
  placeholderValuesJson: '{}',
  unchangedByJsonb: true,
  startedBy: null,
});

const START = {
  workflowId: 'w',
  definitionId: 'd',
  componentId: 'c',
  mode: 'PROD',
  requestId: null,
  trace: null,
  valuesJson: '{}',
};

test.each([
  ['values of more bytes than a job carries', { placeholderValuesJson: JSON.stringify({ a: 'ü'.repeat(50) }) }],
  ['sensitive values', { hidden: { value: {}, sensitive: ['x'] } }],
])('the job of a session with %s has ids alone', async (_name, fields) => {
  const { intake, jobs } = makeIntake(1);
  await intake.accept({ ...session('1'), ...fields });
  await turn();
  expect(jobs).toEqual([{ sessionId: '1', organizationId: 'a', workflowId: 'w', pool: 'default', enqueueNumber: 1 }]);
});

test('a session within the quota is committed as enqueued, and its job is added', async () => {
  const { intake, written, jobs, accepted } = makeIntake(2);
  expect(await intake.accept(session('1'))).toEqual(ACCEPTED);
  await intake.accept(session('2'), { awaited: true });
  await turn();
  expect(written).toEqual([true, true]);
  expect(accepted).toEqual(['1', '2']);
  expect(jobs).toEqual([
    { sessionId: '1', organizationId: 'a', workflowId: 'w', pool: 'default', enqueueNumber: 1, start: START },
    {
      sessionId: '2',
      organizationId: 'a',
      workflowId: 'w',
      pool: 'default',
      enqueueNumber: 1,
      awaitedBy: 'replica',
      start: START,
    },
  ]);
});

test('a session without quota is committed into the backlog', async () => {
  const { intake, written, jobs } = makeIntake(0);
  await intake.accept(session('1'));
  await turn();
  expect([written, jobs]).toEqual([[false], []]);
});

test('sessions are committed into the backlog after the queue refused a job', async () => {
  const { state, intake, written, jobs } = makeIntake(3);
  state.enqueue = () => Promise.reject(new Error('the queue is away'));
  await intake.accept(session('1'));
  await turn();
  await turn();
  expect(await intake.accept(session('2'))).toEqual(ACCEPTED);
  await intake.retry('a', '3', REQUEST);
  await turn();
  expect(written).toEqual([true, false, false]);
  expect(jobs.map(({ sessionId }) => sessionId)).toEqual(['1']);
});

test('the quota of a session that is reported to have ended is free immediately', async () => {
  const { intake, written } = makeIntake(1);
  for (const id of ['1', '2', '3']) {
    await intake.accept(session(id), { awaited: true });
    intake.ended(id);
  }
  expect(written).toEqual([true, true, true]);
});

test('a repeat that starts nothing uses no quota', async () => {
  const { state, intake, written, accepted } = makeIntake(1);
  state.accept = () => Promise.resolve(REPLAYED);
  for (let repeat = 0; repeat < 3; repeat += 1) expect(await intake.accept(session('1'))).toEqual(REPLAYED);
  expect(written).toEqual([true, true, true]);
  expect(accepted).toEqual([]);
});

test('a session that is refused for load uses no quota', async () => {
  const { state, intake, written } = makeIntake(1);
  state.accept = () => Promise.reject(new StoreOverloadedError('too many wait'));
  await expect(intake.accept(session('1'))).rejects.toThrow(StoreOverloadedError);
  state.accept = () => Promise.resolve(ACCEPTED);
  await intake.accept(session('2'));
  expect(written).toEqual([true, true]);
});

test('a session whose commit is not known uses quota until the next poll', async () => {
  const { state, intake, written } = makeIntake(1);
  state.accept = () => Promise.reject(new Error('PostgreSQL did not answer'));
  await expect(intake.accept(session('1'))).rejects.toThrow('PostgreSQL did not answer');
  await expect(intake.accept(session('2'))).rejects.toThrow('PostgreSQL did not answer');
  expect(written).toEqual([true, false]);
  expect(intake.state.admissionQuota).toBe(0);
});

test('a retry that is refused uses no quota', async () => {
  const { intake, written, jobs } = makeIntake(1);
  for (let attempt = 0; attempt < 3; attempt += 1)
    expect(await intake.retry('a', '1', REQUEST)).toEqual({ kind: 'not-found' });
  await turn();
  expect(written).toEqual([true, true, true]);
  expect(jobs).toEqual([]);
});

test('a retry is enqueued by the stored id of its session, however the caller writes the id', async () => {
  const { state, intake, jobs } = makeIntake(1);
  const retried = { id: 'abc' } as SessionView;
  state.retry = () => Promise.resolve<RetryOutcome>({ kind: 'retried', enqueueNumber: 2, session: retried });
  await intake.retry('a', 'ABC', REQUEST);
  await turn();
  expect(jobs).toEqual([{ sessionId: 'abc', organizationId: 'a', enqueueNumber: 2 }]);
});

test('sessions of a paused organization are committed as held, TEST ones are not', async () => {
  const { state, intake, held, jobs } = makeIntake(2);
  state.quotas.paused = true;
  await intake.accept(session('1'));
  await intake.accept({ ...session('2'), flow: { concurrencyKey: '"k"', orderKey: '' } });
  await intake.accept({ ...session('3'), mode: 'TEST' });
  await turn();
  expect(held).toEqual([{ concurrencyKey: '', orderKey: '' }, { concurrencyKey: '"k"', orderKey: '' }, undefined]);
  expect(jobs.map(({ sessionId }) => sessionId)).toEqual(['3']);
});

test('sessions of an organization with a quota of concurrent ones wait for the dispatcher', async () => {
  const { state, intake, written, jobs } = makeIntake(2);
  state.quotas.maxConcurrentSessions = 5;
  await intake.accept(session('1'));
  await intake.retry('a', '2', REQUEST);
  await turn();
  expect([written, jobs]).toEqual([[false, false], []]);
});

/** Accepts a session whose commit does not end. Returns the jobs that were added in the meantime. */
async function jobsBeforeCommit(fields: Partial<DescribedSession>, { awaited = true, waiting = 0, initial = 5 } = {}) {
  const { state, intake, jobs, clock } = makeIntake(initial);
  clock.waiting = waiting;
  const commit = Promise.withResolvers<AcceptOutcome>();
  state.accept = () => commit.promise;
  const accepting = intake.accept({ ...session('1'), ...fields }, { awaited });
  await turn();
  await turn();
  const early = [...jobs];
  commit.resolve(ACCEPTED);
  await accepting;
  await turn();
  return { early, jobs };
}

test('the job of a lone caller that waits is added while its session is being committed', async () => {
  const { early, jobs } = await jobsBeforeCommit({});
  expect(early).toEqual([expect.objectContaining({ sessionId: '1', isEarly: true, start: START })]);
  expect(jobs).toEqual(early);
});

test.each<[string, Partial<DescribedSession>, Parameters<typeof jobsBeforeCommit>[1]]>([
  ['nobody waits for', {}, { awaited: false }],
  ['is accepted while another caller waits', {}, { waiting: 1 }],
  ['has no quota', {}, { initial: 0 }],
  ['has an idempotency key', { idempotency: { key: 'k', bodyHash: new Uint8Array(32), response: null } }, {}],
  ['has a delivery id', { delivery: { id: 'd' } }, {}],
  ['flow control holds', { flow: { concurrencyKey: '"k"', orderKey: '' } }, {}],
  ['gathers requests', { gather: { key: 'k' } as DescribedSession['gather'] }, {}],
  ['starts later', { timing: { startAfterSeconds: 60 } }, {}],
  ['expires', { timing: { expireAfterSeconds: 60 } }, {}],
  ['has sensitive values', { hidden: { value: {}, sensitive: ['x'] } }, {}],
])('no job is added before the commit of a session that %s', async (_name, fields, circumstances) => {
  const { early, jobs } = await jobsBeforeCommit(fields, circumstances);
  expect(early).toEqual([]);
  expect(jobs.filter(({ isEarly }) => isEarly === true)).toEqual([]);
});

test('a caller is alone when nobody else was served for 100 ms', async () => {
  const { intake, jobs, clock } = makeIntake(10);
  const isEarly = async (atMs: number, waiting: number): Promise<boolean> => {
    [clock.ms, clock.waiting] = [atMs, waiting];
    await intake.accept(session(String(jobs.length)), { awaited: true });
    await turn();
    return jobs.at(-1)?.isEarly === true;
  };
  expect([await isEarly(0, 0), await isEarly(10, 1), await isEarly(110, 0), await isEarly(111, 0)]).toEqual([
    true,
    false,
    false,
    true,
  ]);
});
