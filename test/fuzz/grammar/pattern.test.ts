import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { write } from './pattern.ts';
import { jsonTexts } from './texts.ts';

test('a text repeats and nests according to its pattern', () => {
  const nested = { open: '$trim(', close: ')', depth: 2, within: { repeat: 't', times: 3, between: ' & ' } };
  expect(write(nested)).toBe('$trim($trim(t & t & t))');
});

test('a bound leaves out repetitions and levels, and no bracket', () => {
  const MOST = 5_000;
  fc.assert(
    fc.property(jsonTexts, (pattern) => {
      const text = write(pattern, MOST);
      expect(text.length).toBeLessThanOrEqual(MOST);
      expect(isJson(text)).toBe(true);
    }),
  );
});

/** Returns true for JSON. Of texts with more levels than JSON.parse takes here, every bracket must be closed. */
function isJson(text: string): boolean {
  const count = (bracket: string): number => text.split(bracket).length;
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    return String(error).includes('nested deeper') && count('[') === count(']') && count('{') === count('}');
  }
}
