import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createLogger } from '@workflow/service-runtime';
import { ActiveSessions } from '../capacity/active-sessions.ts';
import { createPauseReasons } from '../capacity/pause-reasons.ts';
import { DEAD_AFTER_MS, NOT_READY_AFTER_MS } from './liveness.ts';
import { watchExecutor } from './watch-executor.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

interface Conditions {
  storeAnswers?: () => boolean;
  refused?: () => boolean;
  maxRssBytes?: number;
}

/** Watches an executor that processes no jobs, and whose queue reports this number of waiting jobs. */
function watched(
  waiting: () => Promise<number>,
  { storeAnswers = () => true, refused = () => false, maxRssBytes = Number.MAX_SAFE_INTEGER }: Conditions = {},
) {
  const deaths: string[] = [];
  let isPaused = false;
  const consumer = {
    start: async () => undefined,
    pause: () => void (isPaused = true),
    resume: () => void (isPaused = false),
    quiet: async () => undefined,
    close: async () => undefined,
    running: 0,
    lastTakenAt: null,
    get lastRefusedAt() {
      return refused() ? performance.now() : null;
    },
    problem: () => null,
    waiting,
  };
  const watch = watchExecutor({
    consumer,
    active: new ActiveSessions(),
    pauses: createPauseReasons(consumer),
    concurrency: 10,
    maxRssBytes,
    isDraining: () => false,
    storeAnswers,
    logger: createLogger({ service: 'executor', level: 'silent' }),
    onDead: (reason) => deaths.push(reason),
  });
  return { watch, deaths, isPaused: () => isPaused };
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
  let isAway = false;
  const { watch, deaths } = watched(() => (isAway ? Promise.reject(new Error('Redis is away')) : Promise.resolve(0)));
  await jest.advanceTimersByTimeAsync(DEAD_AFTER_MS);
  isAway = true;
  await jest.advanceTimersByTimeAsync(3 * DEAD_AFTER_MS);
  expect(watch.ready()).toMatchObject({ ok: true, checks: { queue: 'does not answer' } });
  expect(deaths).toEqual([]);
  await watch.stop();
});

test('one whose PostgreSQL is away waits it out, and is judged again when it is back', async () => {
  let isAway = true;
  const { watch, deaths } = watched(async () => 3, { storeAnswers: () => !isAway });
  await jest.advanceTimersByTimeAsync(5 * DEAD_AFTER_MS);
  expect(watch.ready().ok).toBe(true);
  expect(deaths).toEqual([]);
  isAway = false;
  await jest.advanceTimersByTimeAsync(DEAD_AFTER_MS + 2_000);
  expect(deaths.length).toBeGreaterThan(0);
  await watch.stop();
});

test('one whose queue counts jobs but refuses to hand them out waits it out', async () => {
  const { watch, deaths } = watched(async () => 3, { refused: () => true });
  await jest.advanceTimersByTimeAsync(5 * DEAD_AFTER_MS);
  expect(watch.ready().ok).toBe(true);
  expect(deaths).toEqual([]);
  await watch.stop();
});

test('one whose memory is above its limit takes no jobs', async () => {
  const { watch, isPaused } = watched(async () => 3, { maxRssBytes: 1 });
  await jest.advanceTimersByTimeAsync(1_000);
  expect(isPaused()).toBe(true);
  await watch.stop();
});

test('one whose queue never answered is not ready', async () => {
  const { watch } = watched(() => Promise.reject(new Error('Redis is away')));
  await jest.advanceTimersByTimeAsync(DEAD_AFTER_MS);
  expect(watch.ready()).toMatchObject({ ok: false, checks: { queue: 'does not answer' } });
  await watch.stop();
});

test('is ready immediately when its queue answers the second request', async () => {
  let requests = 0;
  const { watch } = watched(() =>
    requests++ === 0 ? Promise.reject(new Error('not connected yet')) : Promise.resolve(0),
  );
  await jest.advanceTimersByTimeAsync(100);
  expect(watch.ready()).toMatchObject({ ok: true, checks: { queue: 'answers, 0 waiting' } });
  await watch.stop();
});
