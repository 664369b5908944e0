import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { decodeBase64, encodeBase64 } from './base64-text.ts';
import { bindings, compileJsonata } from './evaluate-expression.ts';

const evaluate = (expression: string, input: object = {}): Promise<unknown> =>
  compileJsonata(expression, 1_000).evaluate(input, bindings(input, {})) as Promise<unknown>;

/** Expected values are those of RFC 4648 §4, over the UTF-8 of the text. */
test.each<[string, string]>([
  ['€', '4oKs'],
  ['grün', 'Z3LDvG4='],
  ['🙂', '8J+Zgg=='],
  ['\u0000ÿ', 'AMO/'],
  ['\uFEFFx', '77u/eA=='],
  ['', ''],
])('%j is %s, and back', async (text, base64) => {
  expect(await evaluate('$base64encode(t)', { t: text })).toBe(base64);
  expect(await evaluate('$base64decode(t)', { t: base64 })).toBe(text);
});

test('each text is read as it was written', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(encodeBase64(text)).toBe(Buffer.from(text).toString('base64'));
      expect(decodeBase64(encodeBase64(text))).toBe(text);
    }),
  );
  const long = 'ä€'.repeat(100_000);
  expect(decodeBase64(encodeBase64(long))).toBe(long);
});

test('reads the Base64 of addresses, takes each item of a list, and gives nothing of nothing', async () => {
  expect(await evaluate('$base64decode("8J-Zgg")')).toBe('🙂');
  expect(await evaluate('$join(["€", "a"].$base64encode($), " ")')).toBe('4oKs YQ==');
  expect(await evaluate('$map(["4oKs"], $base64decode)')).toBe('€');
  expect([encodeBase64(undefined), decodeBase64(undefined)]).toEqual([undefined, undefined]);
});

test.each([
  ['$base64decode("rA==")', 'no text in UTF-8'],
  ['$base64decode("YWJjZ")', 'not Base64'],
  ['$base64decode("ä")', 'not Base64'],
  ['$base64encode(t)', 'half of a character'],
])('%s fails, and changes nothing', async (expression, words) => {
  await expect(evaluate(expression, { t: '\uD83D' })).rejects.toThrow(words);
});
