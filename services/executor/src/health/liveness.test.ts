import { expect, test } from '@jest/globals';
import {
  ALIVE,
  DEAD_AFTER_MS,
  NOT_READY_AFTER_MS,
  assessLiveness,
  type Liveness,
  type Observation,
} from './liveness.ts';

const STALLED = { couldTake: true, waiting: 3, lastTakenAt: null, starvedByMemory: false };

function watch(seen: Omit<Observation, 'now'>, forMs: number, from = ALIVE, start = 0): Liveness {
  let liveness = from;
  for (let now = start; now <= start + forMs; now += 1_000) liveness = assessLiveness(liveness, { ...seen, now });
  return liveness;
}

test.each([
  ['work waits and none is taken, for a short time', STALLED, NOT_READY_AFTER_MS - 1_000, 'ok'],
  ['work waits and none is taken for 30 s', STALLED, NOT_READY_AFTER_MS, 'not-ready'],
  ['work waits and none is taken for 60 s', STALLED, DEAD_AFTER_MS, 'dead'],
  ['nothing waits', { ...STALLED, waiting: 0 }, DEAD_AFTER_MS, 'ok'],
  ['the queue does not answer', { ...STALLED, waiting: null }, DEAD_AFTER_MS, 'ok'],
  ['every slot is taken, or it drains', { ...STALLED, couldTake: false }, DEAD_AFTER_MS, 'ok'],
  [
    'the memory is full and nothing runs that could free it',
    { ...STALLED, couldTake: false, starvedByMemory: true },
    DEAD_AFTER_MS,
    'dead',
  ],
] as const)('%s', (_case, seen, forMs, state) => {
  expect(watch(seen, forMs).state).toBe(state);
});

test('a job that is taken counts from then on', () => {
  const almost = watch(STALLED, DEAD_AFTER_MS - 1_000);
  expect(almost.state).toBe('not-ready');
  expect(assessLiveness(almost, { ...STALLED, now: DEAD_AFTER_MS, lastTakenAt: DEAD_AFTER_MS - 500 }).state).toBe('ok');
});
