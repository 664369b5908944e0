import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createLogger } from '@workflow/service-runtime';
import { HeldSessions } from '../runtime/held-sessions.ts';
import { createHolds } from '../runtime/holds.ts';
import { DEAD_AFTER_MS, NOT_READY_AFTER_MS } from './liveness.ts';
import { watchExecutor } from './watch-executor.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** An executor whose queue says that so many jobs wait, and which takes none. */
function watched(waiting: () => Promise<number>) {
  const deaths: string[] = [];
  const consumer = {
    start: async () => undefined, hold: () => undefined, release: () => undefined, quiet: async () => undefined, close: async () => undefined,
    running: 0, lastTakenAt: null, waiting,
  };
  const watch = watchExecutor({
    consumer,
    held: new HeldSessions(),
    holds: createHolds(consumer),
    concurrency: 10,
    maxRssBytes: Number.MAX_SAFE_INTEGER,
    isDraining: () => false,
    logger: createLogger({ service: 'executor', level: 'silent' }),
    onDead: (reason) => deaths.push(reason),
  });
  return { watch, deaths };
}

test('an executor that takes nothing while work waits is not ready, and then has itself replaced', async () => {
  const { watch, deaths } = watched(async () => 3);
  await jest.advanceTimersByTimeAsync(NOT_READY_AFTER_MS - 2_000);
  expect(watch.ready().ok).toBe(true);
  await jest.advanceTimersByTimeAsync(4_000);
  expect(watch.ready()).toMatchObject({ ok: false, checks: { consuming: 'not-ready' } });
  expect(deaths).toEqual([]);
  await jest.advanceTimersByTimeAsync(DEAD_AFTER_MS - NOT_READY_AFTER_MS);
  expect(deaths.length).toBeGreaterThan(0);
  await watch.stop();
});

test('one whose queue is away waits it out', async () => {
  const { watch, deaths } = watched(() => Promise.reject(new Error('Redis is away')));
  await jest.advanceTimersByTimeAsync(3 * DEAD_AFTER_MS);
  expect(watch.ready()).toMatchObject({ ok: true, checks: { queue: 'does not answer' } });
  expect(deaths).toEqual([]);
  await watch.stop();
});
