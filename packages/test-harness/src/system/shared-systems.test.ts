import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { SharedSystems } from './shared-systems.ts';
import type { SystemOptions, TestSystem } from './start-system.ts';

const LONG_MS = 60_000;

let stops: string[];
let systems: SharedSystems;
let started: string[];
let isReady: Promise<void>;

beforeEach(() => {
  jest.useFakeTimers();
  [started, stops, isReady] = [[], [], Promise.resolve()];
  systems = new SharedSystems(async ({ backend }: SystemOptions) => {
    started.push(backend);
    await isReady;
    const stop = async (): Promise<void> => void stops.push(backend);
    return { databaseUrl: 'postgresql://', ingresses: [], executors: [], stop } as unknown as TestSystem;
  });
});
afterEach(() => {
  jest.useRealTimers();
});

test('a system that no test file has used for long is stopped, and started again for the next one', async () => {
  await systems.get('redis', 'a.test.ts');
  await systems.get('redis', 'b.test.ts');
  await systems.get('postgres', 'c.test.ts');
  systems.end('a.test.ts');
  await jest.advanceTimersByTimeAsync(LONG_MS);
  expect(stops).toEqual([]);

  systems.end('b.test.ts');
  await jest.advanceTimersByTimeAsync(LONG_MS);
  expect(stops).toEqual(['redis']);

  await systems.get('redis', 'd.test.ts');
  expect(started).toEqual(['redis', 'postgres', 'redis']);
  await systems.stop();
  expect(stops).toEqual(['redis', 'postgres', 'redis']);
});

test('a system that a test file asks for soon after the last one runs on', async () => {
  await systems.get('redis', 'a.test.ts');
  systems.end('a.test.ts');
  await jest.advanceTimersByTimeAsync(1_000);
  await systems.get('redis', 'b.test.ts');
  await jest.advanceTimersByTimeAsync(LONG_MS);
  expect(stops).toEqual([]);
  expect(started).toEqual(['redis']);
});

test('a system that is still starting is not stopped when another test file ends', async () => {
  const start = Promise.withResolvers<void>();
  isReady = start.promise;
  const asked = systems.get('redis', 'a.test.ts');
  systems.end('b.test.ts');
  await jest.advanceTimersByTimeAsync(LONG_MS);
  start.resolve();
  await asked;
  await jest.advanceTimersByTimeAsync(LONG_MS);
  expect(stops).toEqual([]);
});
