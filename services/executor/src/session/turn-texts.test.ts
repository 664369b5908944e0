import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { TurnPiece, TurnPlace } from '@workflow/session-store';
import { SensitiveValues } from '@workflow/validation';
import { MAX_TURN_TEXT_BYTES, TurnTexts } from './turn-texts.ts';

const PLACE = { sessionId: 's', componentId: 'c', turn: 1 };
const NOTHING = { mask: () => null, openEnd: () => 0 };

function open() {
  const written: TurnPiece[] = [];
  const deleted: TurnPlace[] = [];
  const failures: unknown[] = [];
  let failure: Error | null = null;
  const texts = new TurnTexts({
    store: {
      writeTurnTexts: async (pieces) => {
        if (failure !== null) throw failure;
        written.push(...pieces);
      },
      deleteTurnTexts: async (places) => void deleted.push(...places),
    },
    onError: (error) => void failures.push(error),
  });
  const words = () => written.flatMap(({ text }) => text ?? []).join('');
  return { texts, written, words, deleted, failures, fail: (error: Error) => (failure = error) };
}

function hiding(...values: string[]) {
  const sensitive = new SensitiveValues();
  for (const value of values) sensitive.add(value);
  return { mask: () => (text: string) => sensitive.maskText(text), openEnd: (text: string) => sensitive.openEnd(text) };
}

test('writes the beginning of a turn and its words, in order', async () => {
  const { texts, written } = open();
  const words = texts.begin(PLACE, NOTHING);
  words.add('Hello ');
  words.add('there.');
  await words.end();
  expect(written).toEqual([
    { ...PLACE, text: null },
    { ...PLACE, text: 'Hello there.' },
  ]);
});

test('writes the words of a turn as they arrive, just after another turn has ended', async () => {
  jest.useFakeTimers();
  try {
    const { texts, words } = open();
    await texts.begin(PLACE, NOTHING).end();
    await jest.advanceTimersByTimeAsync(500);
    texts.begin({ ...PLACE, turn: 2 }, NOTHING).add('Hello ');
    await jest.advanceTimersByTimeAsync(500);
    expect(words()).toBe('Hello ');
  } finally {
    jest.useRealTimers();
  }
});

test('hides values that are split over pieces, at each place of the split', async () => {
  const whole = 'The code is hush-hush-7 and not hush-hash.';
  for (let at = 0; at <= whole.length; at += 1) {
    const { texts, words } = open();
    const [one, other] = [texts.begin(PLACE, hiding('hush-hush-7')), texts.begin({ ...PLACE, turn: 2 }, NOTHING)];
    one.add(whole.slice(0, at));
    // Ending another turn writes what there is of this one.
    await other.end();
    expect(words()).not.toMatch(/hush-hush-/);
    one.add(whole.slice(at));
    await one.end();
    expect(words()).toBe(hiding('hush-hush-7').mask()(whole));
  }
});

test('shows words at once that begin no hidden value', async () => {
  const { texts, words } = open();
  const [one, other] = [texts.begin(PLACE, hiding('hush-hush-7')), texts.begin({ ...PLACE, turn: 2 }, NOTHING)];
  one.add('The code is hu');
  await other.end();
  expect(words()).toBe('The code is ');
});

test('hides overlapping values as a whole text', async () => {
  for (const at of [1, 4, 5, 6, 7]) {
    const { texts, words } = open();
    const [one, other] = [texts.begin(PLACE, hiding('ABCD', 'CDEF')), texts.begin({ ...PLACE, turn: 2 }, NOTHING)];
    one.add('xABCDEFy'.slice(0, at));
    await other.end();
    one.add('xABCDEFy'.slice(at));
    await one.end();
    expect(words()).toBe(hiding('ABCD', 'CDEF').mask()('xABCDEFy'));
  }
});

test('splits long texts at 8 KiB and between characters, and ends them at the limit', async () => {
  const { texts, written, words } = open();
  const one = texts.begin(PLACE, NOTHING);
  one.add(`${'😀'.repeat(20_000)}\0`);
  await one.end();
  expect(words()).toBe(`${'😀'.repeat(20_000)}\uFFFD`);
  for (const { text } of written) expect(Buffer.byteLength(text ?? '')).toBeLessThanOrEqual(8_192);
  const long = open();
  const two = long.texts.begin(PLACE, NOTHING);
  for (let count = 0; count < 100; count += 1) two.add('x'.repeat(10_000));
  await two.end();
  expect(long.words().length).toBeLessThanOrEqual(MAX_TURN_TEXT_BYTES + 10_000);
});

test('a failure of the store is reported, and fails no turn', async () => {
  const { texts, failures, fail } = open();
  fail(new Error('away'));
  const words = texts.begin(PLACE, NOTHING);
  words.add('Hello');
  await words.end();
  expect(failures).toHaveLength(1);
  await texts.close();
});

describe('after a turn has ended', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  test('deletes its words once readers had time for them, but not those of a new try', async () => {
    const { texts, deleted } = open();
    await texts.begin(PLACE, NOTHING).end();
    await texts.begin({ ...PLACE, turn: 2 }, NOTHING).end();
    texts.begin(PLACE, NOTHING).add('Again');
    await jest.advanceTimersByTimeAsync(11_000);
    expect(deleted).toEqual([{ ...PLACE, turn: 2 }]);
  });
});
