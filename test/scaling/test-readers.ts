import { expect, test } from '@jest/globals';
import { guardJsonParse } from '@workflow/workflow-model';
import { HOSTILE } from './hostile-texts.ts';
import { growthOf, isSuperLinear } from './measure-growth.ts';
import type { Reader } from './reader.ts';

// Without it, broken JSON of many levels ends the test runner.
guardJsonParse();

/** Patterns that a library takes too long for, each with what bounds it. */
const KNOWN: readonly { file: string; pattern: RegExp; reason: string }[] = [
  {
    file: 'packages/components/src/mail/work.ts',
    pattern: /^"\\n" repeated/,
    reason: 'postal-mime joins empty lines one by one; the data process of the poll ends after 10 s',
  },
];

/** Tests that each reader takes time in proportion to every hostile text. */
export function testReaders(part: string, readers: readonly Reader[]): void {
  test.each(readers)(`${part}: %s %s`, async (file, _name, maxLength, read) => {
    const tooSlow: string[] = [];
    for (const pattern of HOSTILE) {
      const growth = await growthOf(read, pattern, maxLength);
      const isKnown = KNOWN.some((known) => known.file === file && known.pattern.test(pattern.name));
      if (growth !== null && isSuperLinear(growth) && !isKnown)
        tooSlow.push(`${growth.pattern}: ${growth.quarterMs} ms became ${growth.ms} ms at ${growth.length} characters`);
    }
    expect(tooSlow).toEqual([]);
  });
}
