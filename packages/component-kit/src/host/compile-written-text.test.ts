import { expect, jest, test } from '@jest/globals';
import { Room, type EvaluationScope } from '@workflow/expressions/evaluating';
import { compileWrittenText } from './compile-written-text.ts';

const limits = { sandboxTimeoutMs: 1_000, maxResultBytes: 10_000 };
const scopeOf = (v: string): EvaluationScope => ({
  placeholders: { v },
  limits,
  addressOf: () => Promise.reject(new Error('no questions here')),
  revealSecret: () => Promise.reject(new Error('no secrets here')),
  sandbox: { run: () => Promise.reject(new Error('no sandbox here')) },
  owner: { organizationId: 'a', workflowId: 'w' },
  signal: new AbortController().signal,
});

test('the text around values is parsed once, not at each evaluation', async () => {
  const names = Array.from({ length: 100 }, (_, index) => `"a${index}":0`).join(',');
  const part = compileWrittenText(`{${names},"v":"{{ v }}"}`, 'json');
  const parse = jest.spyOn(JSON, 'parse');
  try {
    expect(await part(scopeOf('a"b'), new Room(limits))).toBe(`{${names},"v":"a\\"b"}`);
    expect(await part(scopeOf('c'), new Room(limits))).toBe(`{${names},"v":"c"}`);
    expect(parse.mock.calls.filter(([text]) => text.includes('"a99":0'))).toHaveLength(1);
  } finally {
    parse.mockRestore();
  }
});

test('a text that is not JSON stays one at each evaluation', async () => {
  const part = compileWrittenText('{"v": {{ v }}, }', 'json');
  expect(await part(scopeOf('1'), new Room(limits))).toBe('{"v": 1, }');
  expect(await part(scopeOf('"'), new Room(limits))).toBe('{"v": ", }');
});
