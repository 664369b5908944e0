import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { decodeText } from './decode-text.ts';
import { extendedValue } from './header-parameters.ts';

const Original = globalThis.TextDecoder;
let created: number;

beforeEach(() => {
  created = 0;
  globalThis.TextDecoder = class extends Original {
    constructor(...options: ConstructorParameters<typeof Original>) {
      super(...options);
      created += 1;
    }
  };
});
afterEach(() => {
  globalThis.TextDecoder = Original;
});

test('texts of one charset are decoded by one decoder, however its name is written', () => {
  for (const name of ['gb18030', 'GB18030', ' gb18030 '])
    for (let count = 0; count < 100; count += 1) {
      expect(decodeText(Buffer.from([0xc4, 0xe3]), name)).toBe('你');
      expect(extendedValue(`${name}''%C4%E3`)).toBe('你');
    }
  // Another test file of this process may have created it.
  expect(created).toBeLessThanOrEqual(1);
});

test.each<[string, number[], number[], string]>([
  ['gbk', [0xc4], [0xc4, 0xe3], '你'],
  ['euc-kr', [0xb0], [0xb0, 0xa1], '가'],
  ['shift_jis', [0x83], [0x41], 'A'],
  ['iso-2022-jp', [0x1b, 0x24, 0x42, 0x24], [0x41], 'A'],
  ['utf-16le', [0x41], [0x41, 0x00], 'A'],
  ['utf-8', [0xe2, 0x82], [0xef, 0xbb, 0xbf, 0x41], 'A'],
])('a text in %s after an invalid one is decoded from its beginning', (charset, invalid, valid, text) => {
  for (let again = 0; again < 2; again += 1) {
    expect(decodeText(Buffer.from(invalid), charset)).toBeNull();
    expect(decodeText(Buffer.from(valid), charset)).toBe(text);
  }
});

test('an unknown charset has no text', () => {
  expect(decodeText(Buffer.from('a'), 'x-unknown')).toBeNull();
});
