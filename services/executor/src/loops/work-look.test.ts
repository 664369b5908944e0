import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { FoundWork } from '@workflow/session-store';
import { repeat } from './repeat.ts';
import { WorkLook } from './work-look.ts';

const NOTHING: FoundWork = {
  ends: false,
  failures: false,
  reminders: false,
  hooks: false,
  operations: false,
  endingTrees: false,
  deletedTrees: false,
  polls: false,
  apps: false,
  requests: false,
  blockedSessions: false,
};

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('loops with nothing to do share one look, again and again, though they began at different times', async () => {
  const look = jest.fn(async () => NOTHING);
  const work = new WorkLook(look);
  const loops = [];
  for (const kind of ['operations', 'polls', 'hooks', 'requests'] as const) {
    loops.push(repeat('a test', async () => (await work.delayBefore(kind)) ?? 0, Number));
    await jest.advanceTimersByTimeAsync(130);
  }
  look.mockClear();
  await jest.advanceTimersByTimeAsync(10_000);
  expect(look.mock.calls.length).toBeGreaterThanOrEqual(19);
  expect(look.mock.calls.length).toBeLessThanOrEqual(21);
  await Promise.all(loops.map((loop) => loop.stop()));
});

test('a loop is notified of its work within half a second, and of nothing else', async () => {
  const foundWork = { ...NOTHING };
  const work = new WorkLook(async () => ({ ...foundWork }));
  const pause = (await work.delayBefore('operations', 'polls')) ?? NaN;
  expect(pause).toBeLessThanOrEqual(500);
  foundWork.polls = true;
  await jest.advanceTimersByTimeAsync(pause);
  expect(await work.delayBefore('operations', 'polls')).toBeNull();
  expect(await work.delayBefore('operations')).toBeGreaterThan(0);
});

test('every loop is notified of an outage, and the look is repeated afterwards', async () => {
  const look = jest.fn(async () => NOTHING).mockRejectedValueOnce(new Error('PostgreSQL is away'));
  const work = new WorkLook(look);
  const delays = [work.delayBefore('operations'), work.delayBefore('polls')];
  for (const each of delays) await expect(each).rejects.toThrow('PostgreSQL is away');
  await jest.advanceTimersByTimeAsync(250);
  expect(await work.delayBefore('operations')).toBeGreaterThan(0);
});
