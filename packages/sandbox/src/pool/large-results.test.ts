import { afterAll, expect, test } from '@jest/globals';
import { createSandbox } from './sandbox-pool.ts';
import { CODE_ENTRY } from '../testing/code-entry.ts';

const sandbox = createSandbox({
  processes: 1,
  maxQueued: 100,
  maxWaitMs: 60_000,
  heapMegabytes: 64,
  entry: CODE_ENTRY,
});
afterAll(() => sandbox.close());

const owner = { organizationId: 'a', workflowId: 'w' };
const MEGABYTE = 1_048_576;
const limits = { timeoutMs: 60_000, maxResultBytes: 9 * MEGABYTE };
const runCode = (source: string) => sandbox.run({ kind: 'code', source, placeholders: '{}', limits }, owner);

const TEXT = (bytes: number) => `return 'x'.repeat(${bytes - 2})`;
const EUROS = (bytes: number) => `return '\u20AC'.repeat(${Math.floor(bytes / 3) - 1})`;
const LIST = (bytes: number) => `return new Array(${Math.floor(bytes / 101) - 1}).fill('y'.repeat(98))`;
const OBJECTS = (bytes: number) => `return new Array(${Math.floor(bytes / 101) - 1}).fill({ a: 'y'.repeat(92) })`;

test.each([
  ['one text', TEXT],
  ['a text of three bytes a character', EUROS],
  ['a list of texts', LIST],
  ['a list of objects', OBJECTS],
])('%s up to the size that is allowed is a result, and the next program runs', async (_what, source) => {
  for (const megabytes of [3, 4, 6, 8, 9]) {
    const answer = await runCode(source(megabytes * MEGABYTE));
    expect([megabytes, answer.kind]).toEqual([megabytes, 'value']);
    expect(await runCode('return 1')).toEqual({ kind: 'value', json: '1' });
  }
  for (const megabytes of [9.1, 12, 30])
    expect(await runCode(source(megabytes * MEGABYTE))).toMatchObject({ kind: 'failure', code: 'OUTPUT_TOO_LARGE' });
});

test('an object of very many names, slow to parse, is no result; rows of the same columns are', async () => {
  const names = 'const o = {}; for (let n = 0; n < 120_000; n += 1) o[`name${n}`] = n; return o';
  expect(await runCode(names)).toEqual({
    kind: 'failure',
    code: 'OUTPUT_TOO_LARGE',
    message: expect.stringMatching(/^The result has more than 100000 different names of members/),
  });
  const rows = 'const l = []; for (let n = 0; n < 60_000; n += 1) l.push({ a: n, b: n, c: n }); return l';
  expect(await runCode(rows)).toMatchObject({ kind: 'value' });
});
