import { afterEach, expect, jest, test } from '@jest/globals';
import { createLogger, createMetrics } from '@workflow/service-runtime';
import { createExecutorMetrics } from '../health/executor-metrics.ts';
import { runDispatcher, type DispatcherParts } from './run-dispatcher.ts';

const IDLE_MS = 250;

afterEach(() => void jest.useRealTimers());

/** A dispatcher with nothing to do, which counts its looks at what is due. */
function openDispatcher() {
  jest.useFakeTimers();
  const feed = jest.fn(async (): Promise<never[]> => []);
  const decide = jest.fn(async () => []);
  const heard: (() => void)[] = [];
  const dispatch = {
    acquireLease: async () => true,
    releaseLease: async () => undefined,
    reconcile: async () => ({ inFlight: 0, backlogged: false, retired: 0 }),
    holdPaused: async () => undefined,
    look: async () => ({ held: false, due: true }),
    recordDepths: async () => undefined,
    admitHeld: async () => ({ keys: 0 }),
    rescue: async () => [],
    feed,
  };
  const schedules = {
    decide,
    startWaiting: async () => 0,
    countStopped: async () => 0,
    deleteOld: async () => false,
  };
  const dispatcher = runDispatcher({
    executorId: 'a',
    dispatch,
    schedules,
    producer: { hasEpoch: async () => true },
    signals: { subscribe: async (_name: string, onSignals: () => void) => void heard.push(onSignals) },
    policy: {},
    executorDeadAfterMs: 1_000,
    lastStoreFailureAt: () => -Infinity,
    onStoreFailure: () => undefined,
    metrics: createExecutorMetrics(createMetrics('executor', 'test')),
    logger: createLogger({ service: 'test', level: 'silent', pretty: false }),
  } as unknown as DispatcherParts);
  const answer = () => heard.at(-1)?.();
  return { dispatcher, feed, decide, answer };
}

test('looks for what is due as soon as an answer is signalled, not with its next round', async () => {
  const { dispatcher, feed, answer } = openDispatcher();
  await jest.advanceTimersByTimeAsync(0);
  await jest.advanceTimersByTimeAsync(IDLE_MS / 2);
  expect(feed).toHaveBeenCalledTimes(1);
  answer();
  await jest.advanceTimersByTimeAsync(0);
  expect(feed).toHaveBeenCalledTimes(2);
  await dispatcher.stop();
});

test('rounds keep their distance, however many answers come', async () => {
  const { dispatcher, feed, answer } = openDispatcher();
  await jest.advanceTimersByTimeAsync(0);
  for (let ms = 0; ms < 100; ms += 1) {
    answer();
    await jest.advanceTimersByTimeAsync(1);
  }
  expect(feed.mock.calls.length).toBeGreaterThan(2);
  expect(feed.mock.calls.length).toBeLessThanOrEqual(5);
  await dispatcher.stop();
});

test('due times are decided while the queue is away', async () => {
  const { dispatcher, feed, decide } = openDispatcher();
  feed.mockRejectedValue(new Error('the queue is away'));
  await jest.advanceTimersByTimeAsync(0);
  const before = decide.mock.calls.length;
  await jest.advanceTimersByTimeAsync(2_000);
  expect(feed.mock.calls.length).toBeGreaterThan(1);
  expect(decide.mock.calls.length - before).toBeGreaterThanOrEqual(5);
  await dispatcher.stop();
});
