import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Json } from '@workflow/workflow-model';
import { loadCodeRunner, type CodeRunner } from './run-code.ts';

// The unit `binary` of fast-check first builds a map of all 1,114,112 characters, which takes seconds.
const anyCharacter = fc.oneof(
  fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 1 }),
  fc.nat(0x10_ff_ff).map((code) => String.fromCodePoint(code).toWellFormed()),
);

let runCode: CodeRunner;
beforeAll(async () => {
  runCode = await loadCodeRunner();
});

function run(source: string, placeholders: Json = {}): unknown {
  const answer = runCode({
    kind: 'code',
    source,
    placeholders: JSON.stringify(placeholders),
    limits: { timeoutMs: 60_000, maxResultBytes: 1_000_000 },
  });
  return answer.kind === 'value' ? JSON.parse(answer.json ?? 'null') : answer;
}

test('programs read and write base64 and UTF-8 as browsers do', () => {
  const bytes = fc.uint8Array({ maxLength: 12 });
  // Bytes that are almost UTF-8 are rare among arbitrary bytes.
  const nearly = fc.array(fc.constantFrom(0x41, 0x80, 0xbf, 0xc3, 0xe0, 0xed, 0xef, 0xf0, 0xf4, 0xff), {
    maxLength: 6,
  });
  fc.assert(
    fc.property(fc.array(fc.oneof(bytes, nearly)), fc.array(fc.string({ unit: anyCharacter })), (lists, texts) => {
      const source = `
        const { lists, texts } = placeholders;
        const decoder = new TextDecoder();
        return {
          decoded: lists.map((list) => decoder.decode(new Uint8Array(list))),
          base64: lists.map((list) => btoa(String.fromCharCode(...list))),
          back: lists.map((list) => [...atob(btoa(String.fromCharCode(...list)))].map((one) => one.charCodeAt(0))),
          encoded: texts.map((text) => [...new TextEncoder().encode(text)]),
        };`;
      const buffers = lists.map((list) => Buffer.from(list));
      expect(run(source, { lists: lists.map((list) => [...list]), texts })).toEqual({
        decoded: buffers.map((buffer) => new TextDecoder().decode(buffer)),
        base64: buffers.map((buffer) => buffer.toString('base64')),
        back: buffers.map((buffer) => [...buffer]),
        encoded: texts.map((text) => [...Buffer.from(text)]),
      });
    }),
    { numRuns: 30 },
  );
});

test.each<[string, unknown]>([
  ['return atob(" aG k\\n=")', 'hi'],
  [
    'return new TextDecoder("UTF-8", { ignoreBOM: true }).decode(new Uint8Array([239, 187, 191, 65]).buffer)',
    '\uFEFFA',
  ],
  ['return new TextDecoder().decode(new Uint8Array([239, 187, 191, 65]))', 'A'],
  ['return new TextDecoder().decode()', ''],
  ['return atob(btoa("x".repeat(100000))).length', 100_000],
  ['return typeof Buffer', 'undefined'],
])('%s', (source, value) => {
  expect(run(source)).toEqual(value);
});

test.each([
  ['atob("a")', 'TypeError: atob takes base64'],
  ['atob("a-_b")', 'TypeError: atob takes base64'],
  ['btoa("€")', 'TypeError: btoa takes characters up to U+00FF'],
  ['new TextDecoder("utf-8", { fatal: true }).decode(new Uint8Array([255]))', 'TypeError: the bytes are not UTF-8'],
  ['new TextDecoder("shift_jis")', 'RangeError: TextDecoder knows utf-8 alone'],
])('%s is an error that explains it', (expression, message) => {
  expect(run(`return ${expression}`)).toMatchObject({
    code: 'CODE_ERROR',
    message: expect.stringMatching(new RegExp(`^${message.replace('+', String.raw`\+`)} \\(line 1, column \\d+\\)$`)),
  });
});
