import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { ChildEnds } from './child-ends.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const running = () => new AbortController().signal;

test('a wait ends when a child of the session ends, and not when one of another session does', async () => {
  const ends = new ChildEnds(100);
  const watch = ends.watch('parent', running());
  const waits = watch.untilOneEnded();
  ends.ended('other');
  ends.ended('parent');
  expect(await waits).toBe(true);
  expect(jest.getTimerCount()).toBe(0);
});

test('an end between the watch and the wait is not lost, and counts once', async () => {
  const ends = new ChildEnds(100);
  const watch = ends.watch('parent', running());
  ends.ended('parent');
  expect(await watch.untilOneEnded()).toBe(true);
  const again = watch.untilOneEnded();
  await jest.advanceTimersByTimeAsync(250);
  expect(await again).toBe(false);
});

test('two steps of a session both continue when a child ends', async () => {
  const ends = new ChildEnds(100);
  const waits = [ends.watch('parent', running()), ends.watch('parent', running())].map((one) => one.untilOneEnded());
  ends.ended('parent');
  expect(await Promise.all(waits)).toEqual([true, true]);
});

test('a wait ends with its step', async () => {
  const step = new AbortController();
  const watch = new ChildEnds(100).watch('parent', step.signal);
  const waits = watch.untilOneEnded();
  step.abort();
  expect(await waits).toBe(false);
  expect(await watch.untilOneEnded()).toBe(false);
  expect(jest.getTimerCount()).toBe(0);
});

test('at most a quarter of the slots wait', async () => {
  const ends = new ChildEnds(7);
  const waits = [ends.watch('parent', running()), ends.watch('other', running())].map((one) => one.untilOneEnded());
  await jest.advanceTimersByTimeAsync(0);
  expect(jest.getTimerCount()).toBe(1);
  ends.ended('parent');
  expect(await Promise.all(waits)).toEqual([true, false]);
  void new ChildEnds(3).watch('parent', running()).untilOneEnded();
  expect(jest.getTimerCount()).toBe(0);
});

test('a closed watch gets no ends', async () => {
  const ends = new ChildEnds(100);
  const [closed, open] = [ends.watch('parent', running()), ends.watch('parent', running())];
  closed.close();
  ends.ended('parent');
  expect(await open.untilOneEnded()).toBe(true);
  const waits = closed.untilOneEnded();
  await jest.advanceTimersByTimeAsync(250);
  expect(await waits).toBe(false);
});
