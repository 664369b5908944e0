import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { inexactInteger } from '@workflow/workflow-model';
import { parseReceivedJson, parseSentJson } from './parse-json.ts';

test.each(['0', '-0', '42', '9007199254740992', '-9007199254740994', '1e22', '0.1', '1.5e3', '100000000000000000000'])(
  'a double holds %s, or it is no integer',
  (source) => {
    expect(inexactInteger(source)).toBeNull();
  },
);

test.each<[string, bigint]>([
  ['9007199254740993', 9_007_199_254_740_993n],
  ['-12345678901234567890', -12_345_678_901_234_567_890n],
  ['12345678901234567890.0', 12_345_678_901_234_567_890n],
  ['1.2345678901234567891e19', 12_345_678_901_234_567_891n],
  ['1e23', 10n ** 23n],
])('a double does not hold %s', (source, exact) => {
  expect(inexactInteger(source)).toBe(exact);
});

test('an integer of any length is called inexact exactly when a double changes it', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), (integer) => {
      const changes = BigInt(Number(integer)) !== integer;
      expect(inexactInteger(String(integer))).toBe(changes ? integer : null);
      const text = `{"a":[${integer}],"b":"${integer}"}`;
      expect(parseSentJson(text)).toEqual({ a: [changes ? integer : Number(integer)], b: String(integer) });
      expect(parseReceivedJson(text)).toEqual({ a: [changes ? String(integer) : Number(integer)], b: String(integer) });
    }),
  );
});

test('all other JSON is parsed as by JSON.parse', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'grapheme' }), (value) => {
      const text = JSON.stringify(value);
      fc.pre(!/\d{16}|\d[eE]/.test(text));
      expect(parseSentJson(text)).toEqual(JSON.parse(text));
      expect(parseReceivedJson(text)).toEqual(JSON.parse(text));
    }),
  );
});
