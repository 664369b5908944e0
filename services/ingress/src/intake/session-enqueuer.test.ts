import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { SessionToEnqueue } from '@workflow/session-queue';
import { SessionEnqueuer } from './session-enqueuer.ts';

function makeEnqueuer(maxUnconfirmed = 100) {
  const state = { nowMs: 0, away: false, added: [] as string[][], failures: 0 };
  const ask = (): Promise<void> => (state.away ? Promise.reject(new Error('the queue is away')) : Promise.resolve());
  const producer = {
    add: (jobs: SessionToEnqueue[]) => {
      state.added.push(jobs.map((job) => job.sessionId));
      return ask();
    },
    ping: ask,
  };
  const enqueuer = new SessionEnqueuer(producer, {
    maxUnconfirmed,
    openMs: 100,
    maxOpenMs: 400,
    now: () => state.nowMs,
    onFailure: () => (state.failures += 1),
  });
  return { state, enqueuer };
}

const job = (sessionId: string): SessionToEnqueue => ({ sessionId, organizationId: 'a', enqueueNumber: 1 });

test('sessions that were committed together go to the queue together', async () => {
  const { state, enqueuer } = makeEnqueuer();
  for (const id of ['1', '2', '3']) enqueuer.add(job(id));
  await turn();
  enqueuer.add(job('4'));
  await turn();
  expect(state.added).toEqual([['1', '2', '3'], ['4']]);
});

test('a queue that takes nothing opens the circuit: sessions wait in PostgreSQL', async () => {
  const { state, enqueuer } = makeEnqueuer();
  state.away = true;
  expect(enqueuer.takesJobs()).toBe(true);
  enqueuer.add(job('1'));
  await turn();
  await turn();
  expect(state.failures).toBe(1);
  expect(enqueuer.takesJobs()).toBe(false);
});

test('the circuit closes when the queue answers a trial, which is made after a wait', async () => {
  const { state, enqueuer } = makeEnqueuer();
  state.away = true;
  enqueuer.add(job('1'));
  await turn();
  await turn();
  state.away = false;
  state.nowMs = 99;
  enqueuer.takesJobs();
  await turn();
  expect(enqueuer.circuitOpen).toBe(true);
  state.nowMs = 100;
  expect(enqueuer.takesJobs()).toBe(false);
  await turn();
  expect(enqueuer.circuitOpen).toBe(false);
  expect(enqueuer.takesJobs()).toBe(true);
});

test('jobs that the queue does not confirm are bounded', () => {
  const { enqueuer } = makeEnqueuer(2);
  enqueuer.add(job('1'));
  enqueuer.add(job('2'));
  expect(enqueuer.takesJobs()).toBe(false);
});
