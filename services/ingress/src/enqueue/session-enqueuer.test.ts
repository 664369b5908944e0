import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { SessionJob } from '@workflow/session-queue';
import { OrganizationCredit } from './organization-credit.ts';
import { SessionEnqueuer } from './session-enqueuer.ts';

function makeEnqueuer(maxUnconfirmed = 100) {
  const state = { nowMs: 0, away: false, added: [] as string[][], failures: 0 };
  const ask = (): Promise<void> => (state.away ? Promise.reject(new Error('the queue is away')) : Promise.resolve());
  const producer = {
    add: (jobs: SessionJob[]) => {
      state.added.push(jobs.map((job) => job.sessionId));
      return ask();
    },
    ping: ask,
  };
  const credit = new OrganizationCredit({ initial: 1_000, holdMs: 0 });
  const enqueuer = new SessionEnqueuer(producer, credit, {
    maxUnconfirmed, openMs: 100, maxOpenMs: 400, now: () => state.nowMs, onFailure: () => (state.failures += 1),
  });
  return { state, enqueuer };
}

const job = (sessionId: string): SessionJob => ({ sessionId, organizationId: 'a', dispatch: 1 });

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
  expect(enqueuer.admit('a')).toBe(true);
  enqueuer.add(job('1'));
  await turn();
  await turn();
  expect(state.failures).toBe(1);
  expect(enqueuer.admit('a')).toBe(false);
});

test('the circuit closes when the queue answers a trial, which is made after a wait', async () => {
  const { state, enqueuer } = makeEnqueuer();
  state.away = true;
  enqueuer.add(job('1'));
  await turn();
  await turn();
  state.away = false;
  state.nowMs = 99;
  enqueuer.admit('a');
  await turn();
  expect(enqueuer.circuitOpen).toBe(true);
  state.nowMs = 100;
  expect(enqueuer.admit('a')).toBe(false);
  await turn();
  expect(enqueuer.circuitOpen).toBe(false);
  expect(enqueuer.admit('a')).toBe(true);
});

test('jobs that the queue does not confirm are bounded', () => {
  const { enqueuer } = makeEnqueuer(2);
  enqueuer.add(job('1'));
  enqueuer.add(job('2'));
  expect(enqueuer.admit('a')).toBe(false);
});
