import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { reviveJson } from './revive-json.ts';

const asItIs = (_key: string, value: unknown): unknown => value;
const nested = (levels: number, within = '1'): string => '['.repeat(levels) + within + ']'.repeat(levels);

test('JSON that is nested deeper than 1,000 levels is refused before a reviver sees it', () => {
  let seen = 0;
  const count = (_key: string, value: unknown): unknown => {
    seen += 1;
    return value;
  };
  for (const text of [nested(1_001), `{"a":${nested(1_000)}}`, nested(900, `{"a":${nested(200)}}`), nested(300_000)])
    expect(() => reviveJson(text, count)).toThrow(RangeError);
  expect(seen).toBe(0);
  expect(reviveJson(nested(1_000), asItIs)).toEqual(JSON.parse(nested(1_000)));
});

test('brackets in strings and brackets next to each other are not levels', () => {
  const strings = ['[', '{"a":[', '\\', '\\"[', '"[[', String.raw`\\\"[`].map((text) => text.repeat(2_000));
  fc.assert(
    fc.property(fc.subarray(strings, { minLength: 1 }), fc.jsonValue(), (texts, value) => {
      const text = JSON.stringify([...texts, value, Array.from({ length: 2_000 }, () => [])]);
      expect(reviveJson(text, asItIs)).toEqual(JSON.parse(text));
    }),
  );
});

test('fails as JSON.parse does for a text that is not JSON', () => {
  for (const text of ['', '[', `"${'\\"'.repeat(2_000)}`, `${']'.repeat(3_000)}`])
    expect(() => reviveJson(text, asItIs)).toThrow(SyntaxError);
});
