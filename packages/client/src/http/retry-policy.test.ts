import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { apiErrorOf } from '../errors/api-error.ts';
import { ConnectionError, TimeoutError } from '../errors/client-errors.ts';
import { mayRepeatStatus, pauseBeforeNextTry, readRetryAfter } from './retry-policy.ts';

test.each([
  [408, true, true, false],
  [409, true, false, false],
  [425, true, true, true],
  [429, true, true, true],
  [500, true, true, false],
  [503, true, true, false],
  [400, false, false, false],
  [404, false, false, false],
  [410, false, false, false],
  [422, false, false, false],
])('%i is sent again: %p with a key, %p when repeatable, %p while its outcome must be known', (status, ...expected) => {
  const rules = ['keyed', 'repeatable', 'unless-unknown'] as const;
  expect(rules.map((rule) => mayRepeatStatus(status, rule))).toEqual(expected);
});

test('a broken connection is tried again, unless its outcome must be known', () => {
  for (const error of [new ConnectionError('x'), new TimeoutError('x')]) {
    expect(pauseBeforeNextTry(error, 1, 'keyed', 0.5)).toBe(250);
    expect(pauseBeforeNextTry(error, 1, 'repeatable', 0.5)).toBe(250);
    expect(pauseBeforeNextTry(error, 1, 'unless-unknown', 0.5)).toBeNull();
  }
  expect(pauseBeforeNextTry(new SyntaxError('x'), 1, 'keyed', 0.5)).toBeNull();
});

test('the pause is anywhere below a bound that doubles up to 20 s, and never shorter than Retry-After', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.option(fc.integer({ min: 0, max: 300 })),
      (tried, random, retryAfter) => {
        const bound = Math.min(20_000, 500 * 2 ** (tried - 1));
        const asked = (retryAfter ?? 0) * 1_000;
        const pause = pauseBeforeNextTry(apiErrorOf(429, {}, retryAfter), tried, 'keyed', random);
        expect(pause).toBeGreaterThanOrEqual(asked);
        expect(pause).toBeLessThanOrEqual(asked + bound);
        expect(pause).toBeCloseTo(asked + random * bound, 3);
      },
    ),
  );
});

test('a 503 with Retry-After changed nothing, so it is tried again even if its outcome must be known', () => {
  expect(pauseBeforeNextTry(apiErrorOf(503, {}, 5), 1, 'unless-unknown', 0)).toBe(5_000);
  expect(pauseBeforeNextTry(apiErrorOf(503, {}, null), 1, 'unless-unknown', 0)).toBeNull();
  expect(pauseBeforeNextTry(apiErrorOf(500, {}, 5), 1, 'unless-unknown', 0)).toBeNull();
});

test('whoever asks to wait longer than five minutes is not waited for', () => {
  expect(pauseBeforeNextTry(apiErrorOf(503, {}, 300), 1, 'keyed', 0)).toBe(300_000);
  expect(pauseBeforeNextTry(apiErrorOf(503, {}, 301), 1, 'keyed', 0)).toBeNull();
});

test.each([
  [null, null],
  ['7', 7],
  [' 0 ', 0],
  ['0.5', 1],
  ['99999999999', 99_999_999_999],
  ['Wed, 21 Oct 2026 07:28:05 GMT', 5],
  ['Wed, 21 Oct 2026 07:27:00 GMT', 0],
  ['soon', null],
  ['-1', 0],
])('Retry-After %p is %p s', (header, seconds) => {
  const now = Date.parse('2026-10-21T07:28:00Z');
  // `-1` is not a number of seconds, but Date.parse accepts it as a date of the past.
  expect(readRetryAfter(header, now)).toBe(seconds);
});
