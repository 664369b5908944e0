import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fileNameOf, MAX_FILE_NAME, mediaTypeOf } from './file-names.ts';

test.each([
  ['../../etc/passwd', 'passwd'],
  [String.raw`C:\Users\Ada\plan.txt`, 'plan.txt'],
  ['line\r\nbreak\0.txt', 'linebreak.txt'],
  ['invoice\u202Egpj.exe', 'invoicegpj.exe'],
  [' a "b" <c>.txt ', 'a "b" <c>.txt'],
  ['👩‍👩‍👧.png', '👩‍👩‍👧.png'],
  ['..', null],
  ['folder/', null],
  ['\uD800', null],
])('%j is called %j', (given, name) => {
  expect(fileNameOf(given)).toBe(name);
});

// The unit `binary` of fast-check first builds a map of all 1,114,112 characters, which takes seconds.
const anyCharacter = fc.oneof(
  fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 1 }),
  fc.nat(0x10_ff_ff).map((code) => String.fromCodePoint(code)),
);

test('a name is short, well-formed and in no folder, whatever was given', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 600 }), (given) => {
      const name = fileNameOf(given) ?? 'file';
      expect(name.length).toBeLessThanOrEqual(MAX_FILE_NAME);
      expect(name.isWellFormed()).toBe(true);
      expect(name).not.toMatch(/[\\/\p{Cc}]/u);
    }),
  );
});

test.each([
  ['image/png', 'image/png'],
  ['text/plain; charset=utf-8', 'text/plain; charset=utf-8'],
  ['text/html\r\nset-cookie: a=b', 'application/octet-stream'],
  ['', 'application/octet-stream'],
  [undefined, 'application/octet-stream'],
])('%j counts as %j', (given, type) => {
  expect(mediaTypeOf(given)).toBe(type);
});
