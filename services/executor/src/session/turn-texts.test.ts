import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { TurnPiece, TurnPlace } from '@workflow/session-store';
import { SensitiveValues } from '@workflow/validation';
import fc from 'fast-check';
import { MAX_TURN_TEXT_BYTES, TurnText } from './turn-text.ts';
import { TurnTexts } from './turn-texts.ts';

const PLACE = { sessionId: 's', componentId: 'c', turn: 1 };
const NOTHING = hiding();

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
  return {
    open: () => sensitive.openText(),
    size: () => sensitive.size,
    mask: (text: string) => sensitive.maskText(text),
    learn: (value: string) => sensitive.add(value),
  };
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
    const [turn, otherTurn] = [texts.begin(PLACE, hiding('hush-hush-7')), texts.begin({ ...PLACE, turn: 2 }, NOTHING)];
    turn.add(whole.slice(0, at));
    // The end of another turn writes the text of this one so far.
    await otherTurn.end();
    expect(words()).not.toMatch(/hush-hush-/);
    turn.add(whole.slice(at));
    await turn.end();
    expect(words()).toBe(hiding('hush-hush-7').mask(whole));
  }
});

test('shows text immediately that begins no hidden value', async () => {
  const { texts, words } = open();
  const [turn, otherTurn] = [texts.begin(PLACE, hiding('hush-hush-7')), texts.begin({ ...PLACE, turn: 2 }, NOTHING)];
  turn.add('The code is hu');
  await otherTurn.end();
  expect(words()).toBe('The code is ');
});

test('hides overlapping values as a whole text', async () => {
  for (const at of [1, 4, 5, 6, 7]) {
    const { texts, words } = open();
    const [turn, otherTurn] = [texts.begin(PLACE, hiding('ABCD', 'CDEF')), texts.begin({ ...PLACE, turn: 2 }, NOTHING)];
    turn.add('xABCDEFy'.slice(0, at));
    await otherTurn.end();
    turn.add('xABCDEFy'.slice(at));
    await turn.end();
    expect(words()).toBe(hiding('ABCD', 'CDEF').mask('xABCDEFy'));
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

test('masks each character of a turn once, up to the limit', () => {
  const secrets = hiding('hush-hush-7', 'x'.repeat(40));
  let masked = 0;
  const counted = {
    ...secrets,
    open: () => {
      const mask = secrets.open();
      return { ...mask, add: (piece: string) => ((masked += piece.length), mask.add(piece)) };
    },
  };
  const text = new TurnText(PLACE, counted);
  for (let bytes = 0; bytes <= MAX_TURN_TEXT_BYTES; bytes += 64) {
    text.add('x'.repeat(64));
    text.take();
  }
  expect(masked).toBe(MAX_TURN_TEXT_BYTES + 64);
});

const letters = fc.string({ unit: fc.constantFrom('a', 'b', '\u{1F600}'), minLength: 4, maxLength: 12 });

test('masks pieces as it masks the whole text', () => {
  const pieces = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '\uD83D', '\uDE00'), maxLength: 6 }));
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 3 }), pieces, (values, pieceTexts) => {
      const text = new TurnText(PLACE, hiding(...values));
      const shownPieces = pieceTexts.flatMap((piece) => (text.add(piece), text.take()));
      text.end();
      const shown = [...shownPieces, ...text.take()].map((piece) => piece.text ?? '').join('');
      expect(shown).toBe(
        hiding(...values)
          .mask(pieceTexts.join(''))
          .toWellFormed(),
      );
    }),
  );
});

test('hides a value that the session learns while the text arrives, and shows nothing after a part of it', () => {
  const secrets = hiding();
  const shown = (text: TurnText) =>
    text
      .take()
      .map((piece) => piece.text ?? '')
      .join('');
  const [before, within] = [new TurnText(PLACE, secrets), new TurnText({ ...PLACE, turn: 2 }, secrets)];
  before.add('The code is ');
  within.add('The code is hush-');
  expect([shown(before), shown(within)]).toEqual(['The code is ', 'The code is hush-']);
  secrets.learn('hush-hush-7');
  for (const text of [before, within]) text.end();
  before.add('hush-hush-7.');
  within.add('hush-7.');
  expect([shown(before), shown(within)]).toEqual(['•••.', '']);
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
