import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { splitLines } from './split-lines.ts';

async function linesOf(chunks: string[], maxLineBytes: number): Promise<(string | null)[]> {
  const lines: (string | null)[] = [];
  async function* all(): AsyncGenerator<Buffer> {
    for (const chunk of chunks) yield Buffer.from(chunk);
  }
  for await (const some of splitLines(all(), maxLineBytes)) lines.push(...some.map((line) => line?.toString() ?? null));
  return lines;
}

test('lines are the same however a body is cut in chunks', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.stringMatching(/^[ab\n]{0,6}$/), { maxLength: 8 }), async (chunks) => {
      const text = chunks.join('');
      const whole = text.split('\n');
      if (whole.at(-1) === '') whole.pop();
      expect(await linesOf(chunks, 100)).toEqual(whole);
    }),
  );
});

test.each([
  [['abcd\nabcde\nx\n'], ['abcd', null, 'x']],
  [
    ['ab', 'cd', 'e', '\nab\n'],
    [null, 'ab'],
  ],
  [['abcdefgh'], [null]],
  [[''], []],
])('of %j a line of more than 4 bytes is null', async (chunks, lines) => {
  expect(await linesOf(chunks, 4)).toEqual(lines);
});
