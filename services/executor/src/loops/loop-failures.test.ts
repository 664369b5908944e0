import { expect, test } from '@jest/globals';
import { LoopFailures } from './loop-failures.ts';

test('of failures in a row the first is logged, each is reported, and the waits grow until a round succeeds', () => {
  const logged: unknown[] = [];
  const reported: unknown[] = [];
  const failures = new LoopFailures({
    message: 'failed',
    baseMs: 100,
    maxMs: 1_000,
    logger: { warn: (...line: unknown[]) => logged.push(line) } as never,
    onStoreFailure: (error) => reported.push(error),
  });
  const first = failures.failed(1);
  const waits = [2, 3, 4, 5, 6].map((error) => failures.failed(error));
  expect(first).toBeLessThanOrEqual(100);
  expect(waits.at(-1)).toBeGreaterThanOrEqual(500);
  expect(logged).toEqual([[{ err: 1 }, 'failed']]);
  expect(reported).toEqual([1, 2, 3, 4, 5, 6]);
  expect(failures.reset()).toBe(6);
  expect(failures.failed(7)).toBeLessThanOrEqual(100);
  expect(logged).toHaveLength(2);
});
