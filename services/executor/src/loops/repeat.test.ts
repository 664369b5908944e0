import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { repeat } from './repeat.ts';

const IDLE_MS = 250;
const SOON_MS = 25;

let rounds: { startedAt: number; end: () => void }[];
const startsOf = () => rounds.map(({ startedAt }) => startedAt);

beforeEach(() => {
  jest.useFakeTimers({ now: 0 });
  rounds = [];
});
afterEach(() => void jest.useRealTimers());

/** Repeats rounds whose end the test decides. */
function open() {
  return repeat(
    'a test',
    () =>
      new Promise((resolve) => {
        rounds.push({ startedAt: Date.now(), end: () => resolve(IDLE_MS) });
      }),
    () => IDLE_MS,
  );
}

async function endRound(): Promise<void> {
  rounds.at(-1)?.end();
  await jest.advanceTimersByTimeAsync(0);
}

test('a pause is cut short, but two rounds never follow each other sooner than that', async () => {
  const { hurry } = open();
  await endRound();
  hurry(SOON_MS);
  await jest.advanceTimersByTimeAsync(SOON_MS - 1);
  expect(startsOf()).toEqual([0]);
  await jest.advanceTimersByTimeAsync(1);
  expect(startsOf()).toEqual([0, SOON_MS]);
  await endRound();
  await jest.advanceTimersByTimeAsync(100);
  hurry(SOON_MS);
  await jest.advanceTimersByTimeAsync(0);
  expect(startsOf()).toEqual([0, SOON_MS, SOON_MS + 100]);
});

test('what is hurried during a round waits for the next one, and the pause after that is a whole one', async () => {
  const { hurry } = open();
  await jest.advanceTimersByTimeAsync(10);
  hurry(SOON_MS);
  await endRound();
  await jest.advanceTimersByTimeAsync(SOON_MS);
  await endRound();
  await jest.advanceTimersByTimeAsync(IDLE_MS);
  expect(startsOf()).toEqual([0, 10 + SOON_MS, 10 + SOON_MS + IDLE_MS]);
});

test('a pause is not prolonged', async () => {
  const { hurry } = open();
  await endRound();
  hurry(10 * IDLE_MS);
  await jest.advanceTimersByTimeAsync(IDLE_MS);
  expect(startsOf()).toEqual([0, IDLE_MS]);
});

test('a stop ends a pause immediately', async () => {
  const { stop } = open();
  await endRound();
  const stopped = stop();
  await jest.advanceTimersByTimeAsync(0);
  await stopped;
  expect(startsOf()).toEqual([0]);
});
