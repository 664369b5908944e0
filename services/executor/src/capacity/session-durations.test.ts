import { expect, test } from '@jest/globals';
import { SessionDurations } from './session-durations.ts';

test.each([
  [1, 16],
  [62, 16],
  [200, 5],
  [400, 2],
  [5_000, 1],
])('sessions of %i ms are taken %i at a time', (slotMs, most) => {
  const durations = new SessionDurations();
  durations.observe('w', slotMs);
  expect(durations.mostAtOnce('w')).toBe(most);
});

test('sessions of an unknown workflow are taken one by one, and a job that names no workflow whole', () => {
  expect(new SessionDurations().mostAtOnce('w')).toBe(1);
  expect(new SessionDurations().mostAtOnce(undefined)).toBe(16);
});

test('with more claimed sessions, an executor asks later for more long ones, and for short ones immediately', () => {
  const durations = new SessionDurations();
  durations.observe('long', 60_000);
  durations.observe('medium', 500);
  durations.observe('short', 5);
  expect([0, 10, 100].map((active) => durations.pauseMs('long', active))).toEqual([0, 10, 100]);
  expect(durations.pauseMs('medium', 100)).toBe(10);
  expect(durations.pauseMs('short', 100)).toBe(0);
  expect(durations.pauseMs(undefined, 100)).toBe(0);
});

test('follows a workflow that becomes slow, and one that becomes fast again', () => {
  const durations = new SessionDurations();
  for (let session = 0; session < 100; session += 1) durations.observe('w', 5);
  for (let session = 0; session < 10; session += 1) durations.observe('w', 5_000);
  expect(durations.mostAtOnce('w')).toBe(1);
  for (let session = 0; session < 30; session += 1) durations.observe('w', 5);
  expect(durations.mostAtOnce('w')).toBe(16);
});

test('remembers a thousand workflows', () => {
  const durations = new SessionDurations();
  for (let workflow = 0; workflow <= 1_000; workflow += 1) durations.observe(`w${workflow}`, 5);
  expect([durations.mostAtOnce('w0'), durations.mostAtOnce('w1')]).toEqual([1, 16]);
});
