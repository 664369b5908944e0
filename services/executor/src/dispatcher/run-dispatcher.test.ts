import { afterEach, expect, jest, test } from '@jest/globals';
import { createLogger, createMetrics } from '@workflow/service-runtime';
import type { DecidedDueTimes } from '@workflow/session-store';
import { createExecutorMetrics } from '../health/executor-metrics.ts';
import { runDispatcher, type DispatcherParts } from './run-dispatcher.ts';

const IDLE_MS = 250;
const BUSY_MS = 25;
const EARLY_MS = 5;
/** The pause before the first round over due times of a dispatcher, and between rounds without due times. */
const DUE_TIMES_IDLE_MS = 500;
const NOTHING_DUE: DecidedDueTimes = {
  schedules: 0,
  counts: { start: 0, wait: 0, skipped: 0, missed: 0 },
  delaysMs: [],
  isFull: false,
  nextInMs: null,
  someWait: false,
};
const FULL_PART: DecidedDueTimes = { ...NOTHING_DUE, schedules: 2_000, isFull: true };

afterEach(() => void jest.useRealTimers());

/** Opens a dispatcher with nothing to do, which counts its checks of due times. */
function openDispatcher() {
  jest.useFakeTimers();
  const enqueueBacklog = jest.fn(async (): Promise<never[]> => []);
  const admitHeld = jest.fn(async () => ({ keys: 0, admitted: 0 }));
  const decide = jest.fn(async (): Promise<DecidedDueTimes[]> => []);
  const startWaitingDueTimes = jest.fn(async () => 0);
  const reconcile = jest.fn(async () => ({ organizations: 0, inFlight: 0, backlogged: false, retired: 0 }));
  const rescue = jest.fn(async (_olderThanMs: number): Promise<never[]> => []);
  const msSinceStep = jest.fn(() => Infinity);
  const hasEpoch = jest.fn(async () => true);
  const look = jest.fn(async () => ({ underWay: false, held: false, due: true }));
  const received: (() => void)[] = [];
  const dispatch = {
    acquireLease: async () => true,
    releaseLease: async () => undefined,
    reconcile,
    holdPaused: async () => undefined,
    look,
    recordDepths: async () => undefined,
    admitHeld,
    rescue,
    enqueueBacklog,
  };
  const schedules = {
    decide,
    startWaitingDueTimes,
    countStopped: async () => 0,
    deleteOld: async () => false,
  };
  const dispatcher = runDispatcher({
    executorId: 'a',
    dispatch,
    schedules,
    producer: { hasEpoch, plantEpoch: async () => undefined, add: async () => undefined },
    notifications: { subscribe: async (_name: string, onNotified: () => void) => void received.push(onNotified) },
    policy: {},
    executorDeadAfterMs: 1_000,
    lastStoreFailureAt: () => -Infinity,
    clock: { learn: (operation: () => Promise<unknown>) => operation(), msSinceStep },
    readClock: async () => new Date(0),
    onStoreFailure: () => undefined,
    metrics: createExecutorMetrics(createMetrics('executor', 'test')),
    logger: createLogger({ service: 'test', level: 'silent', pretty: false }),
  } as unknown as DispatcherParts);
  const answer = () => received.at(-1)?.();
  const calls = { admitHeld, enqueueBacklog, decide, startWaitingDueTimes, reconcile, look, rescue };
  return { dispatcher, answer, ...calls, msSinceStep, hasEpoch };
}

test('looks for what is due as soon as it is notified of an answer, not with its next round', async () => {
  const { dispatcher, enqueueBacklog, answer } = openDispatcher();
  await jest.advanceTimersByTimeAsync(0);
  await jest.advanceTimersByTimeAsync(IDLE_MS / 2);
  expect(enqueueBacklog).toHaveBeenCalledTimes(1);
  answer();
  await jest.advanceTimersByTimeAsync(0);
  expect(enqueueBacklog).toHaveBeenCalledTimes(2);
  await dispatcher.stop();
});

test('rounds keep their distance, however many answers arrive', async () => {
  const { dispatcher, enqueueBacklog, reconcile, look, answer } = openDispatcher();
  look.mockResolvedValue({ underWay: true, held: false, due: true });
  await jest.advanceTimersByTimeAsync(0);
  for (let ms = 0; ms < 1_000; ms += 1) {
    answer();
    await jest.advanceTimersByTimeAsync(1);
  }
  expect(enqueueBacklog.mock.calls.length).toBeLessThanOrEqual(1_000 / EARLY_MS + 1);
  // The counts that early rounds use are never older than this.
  expect(reconcile.mock.calls.length).toBeGreaterThanOrEqual(9);
  await dispatcher.stop();
});

test('rescues no session soon after a step of the clock, because living executors look dead', async () => {
  const { dispatcher, look, reconcile, rescue, msSinceStep } = openDispatcher();
  look.mockResolvedValue({ underWay: true, held: false, due: false });
  reconcile.mockResolvedValue({ organizations: 1, inFlight: 1, backlogged: false, retired: 0 });
  msSinceStep.mockReturnValue(1_000);
  await jest.advanceTimersByTimeAsync(500);
  expect(rescue).not.toHaveBeenCalled();
  msSinceStep.mockReturnValue(1_001);
  await jest.advanceTimersByTimeAsync(500);
  expect(rescue).toHaveBeenCalledTimes(1);
  await dispatcher.stop();
});

test('sessions of an emptied queue are enqueued again only when the clock is steady', async () => {
  const { dispatcher, rescue, msSinceStep, hasEpoch } = openDispatcher();
  hasEpoch.mockResolvedValue(false);
  msSinceStep.mockReturnValue(1_000);
  await jest.advanceTimersByTimeAsync(500);
  expect(rescue).not.toHaveBeenCalled();
  msSinceStep.mockReturnValue(1_001);
  await jest.advanceTimersByTimeAsync(500);
  expect(rescue).toHaveBeenCalledWith(0);
  await dispatcher.stop();
});

test('a round that enqueued many sessions is followed by a whole one, however many notifications arrive', async () => {
  const { dispatcher, enqueueBacklog, look, reconcile, answer } = openDispatcher();
  look.mockResolvedValue({ underWay: true, held: false, due: true });
  enqueueBacklog.mockResolvedValue(Array.from({ length: 17 }, () => ({ priority: 'normal' })) as never);
  await jest.advanceTimersByTimeAsync(0);
  for (let ms = 0; ms < 1_000; ms += 1) {
    answer();
    await jest.advanceTimersByTimeAsync(1);
  }
  expect(enqueueBacklog.mock.calls.length).toBeLessThanOrEqual(1_000 / BUSY_MS + 1);
  expect(enqueueBacklog.mock.calls.length).toBe(reconcile.mock.calls.length);
  await dispatcher.stop();
});

test('a notification of a session on hold, such as a message of a chat, admits it immediately', async () => {
  const { dispatcher, admitHeld, look, answer } = openDispatcher();
  look.mockResolvedValue({ underWay: true, held: true, due: false });
  await jest.advanceTimersByTimeAsync(EARLY_MS);
  const before = admitHeld.mock.calls.length;
  answer();
  await jest.advanceTimersByTimeAsync(0);
  expect(admitHeld.mock.calls.length - before).toBe(1);
  await dispatcher.stop();
});

test('a notification is served by the counts of the last round, and by a whole round soon after', async () => {
  const { dispatcher, enqueueBacklog, look, reconcile, answer } = openDispatcher();
  look.mockResolvedValue({ underWay: true, held: false, due: true });
  await jest.advanceTimersByTimeAsync(EARLY_MS);
  const [counted, enqueued] = [reconcile.mock.calls.length, enqueueBacklog.mock.calls.length];
  answer();
  await jest.advanceTimersByTimeAsync(0);
  expect([reconcile.mock.calls.length - counted, enqueueBacklog.mock.calls.length - enqueued]).toEqual([0, 1]);
  await jest.advanceTimersByTimeAsync(BUSY_MS);
  expect([reconcile.mock.calls.length - counted, enqueueBacklog.mock.calls.length - enqueued]).toEqual([1, 2]);
  await dispatcher.stop();
});

test('due times are decided while the queue is away', async () => {
  const { dispatcher, enqueueBacklog, decide } = openDispatcher();
  enqueueBacklog.mockRejectedValue(new Error('the queue is away'));
  await jest.advanceTimersByTimeAsync(0);
  const before = decide.mock.calls.length;
  await jest.advanceTimersByTimeAsync(4_000);
  expect(enqueueBacklog.mock.calls.length).toBeGreaterThan(1);
  expect(decide.mock.calls.length - before).toBeGreaterThanOrEqual(5);
  await dispatcher.stop();
});

test('a schedule is decided when it is due, not with the next round', async () => {
  const { dispatcher, decide } = openDispatcher();
  decide.mockResolvedValue([{ ...NOTHING_DUE, nextInMs: 29.5 }]);
  await jest.advanceTimersByTimeAsync(0);
  await jest.advanceTimersByTimeAsync(DUE_TIMES_IDLE_MS);
  const before = decide.mock.calls.length;
  await jest.advanceTimersByTimeAsync(29);
  expect(decide.mock.calls.length - before).toBeLessThanOrEqual(1);
  await jest.advanceTimersByTimeAsync(31);
  expect(decide.mock.calls.length - before).toBe(2);
  await dispatcher.stop();
});

test('due times that wait for a session are looked for only while there are some', async () => {
  const { dispatcher, decide, startWaitingDueTimes } = openDispatcher();
  decide.mockResolvedValue([NOTHING_DUE]);
  await jest.advanceTimersByTimeAsync(4_000);
  expect(startWaitingDueTimes).not.toHaveBeenCalled();
  decide.mockResolvedValue([{ ...NOTHING_DUE, someWait: true }]);
  await jest.advanceTimersByTimeAsync(2_000);
  expect(startWaitingDueTimes.mock.calls.length).toBeGreaterThanOrEqual(5);
  await dispatcher.stop();
});

test('batches are reconciled while sessions are under way, and once more when the last has ended', async () => {
  const { dispatcher, reconcile, look } = openDispatcher();
  look.mockResolvedValue({ underWay: true, held: false, due: false });
  reconcile.mockResolvedValue({ organizations: 1, inFlight: 1, backlogged: false, retired: 0 });
  await jest.advanceTimersByTimeAsync(4 * IDLE_MS);
  expect(reconcile.mock.calls.length).toBeGreaterThanOrEqual(4);
  look.mockResolvedValue({ underWay: false, held: false, due: false });
  reconcile.mockResolvedValue({ organizations: 0, inFlight: 0, backlogged: false, retired: 0 });
  const before = reconcile.mock.calls.length;
  await jest.advanceTimersByTimeAsync(4 * IDLE_MS);
  expect(reconcile.mock.calls.length - before).toBe(1);
  await dispatcher.stop();
});

/**
 * Runs rounds until the dispatcher enqueues.
 * @returns the milliseconds until then, or Infinity if it does not
 */
async function enqueuedAfter(enqueueBacklog: { mock: { calls: unknown[] } }, withinMs: number): Promise<number> {
  const before = enqueueBacklog.mock.calls.length;
  for (let ms = 0; ms < withinMs; ms += 10) {
    if (enqueueBacklog.mock.calls.length > before) return ms;
    await jest.advanceTimersByTimeAsync(10);
  }
  return Infinity;
}

test('sessions are enqueued when all schedules of an instant are decided', async () => {
  const { dispatcher, enqueueBacklog, decide } = openDispatcher();
  const since = performance.now();
  decide.mockImplementation(async () => [
    performance.now() - since < DUE_TIMES_IDLE_MS + 400 ? FULL_PART : NOTHING_DUE,
  ]);
  await jest.advanceTimersByTimeAsync(DUE_TIMES_IDLE_MS + 100);
  expect(await enqueuedAfter(enqueueBacklog, 250)).toBe(Infinity);
  expect(await enqueuedAfter(enqueueBacklog, 500)).toBeLessThan(500);
  await dispatcher.stop();
});

test('sessions are enqueued after a second, however many schedules are due', async () => {
  const { dispatcher, enqueueBacklog, decide } = openDispatcher();
  decide.mockImplementation(async () => [FULL_PART]);
  await jest.advanceTimersByTimeAsync(DUE_TIMES_IDLE_MS + 100);
  expect(await enqueuedAfter(enqueueBacklog, 800)).toBe(Infinity);
  expect(await enqueuedAfter(enqueueBacklog, 500)).toBeLessThan(500);
  expect(await enqueuedAfter(enqueueBacklog, 500)).toBeLessThan(500);
  await dispatcher.stop();
});
