import { expect, test } from '@jest/globals';
import { guardJsonParse } from '@workflow/workflow-model';
import { FEW, HOSTILE } from './hostile-texts.ts';
import { growthOf, isSuperLinear } from './measure-growth.ts';
import type { Reader } from './reader.ts';

// Without it, broken JSON of many levels ends the test runner.
guardJsonParse();

/** Patterns for which a library takes too long, each with what bounds it. */
const KNOWN: readonly { file: string; pattern: RegExp; reason: string }[] = [
  {
    file: 'packages/components/src/mail/data-job.ts',
    pattern: /^"(?:\\r)?\\n" repeated/,
    reason: 'the first thousand lines take less time than all others; `lines of mails` measures more of them',
  },
  ...['assert', 'error'].map((file) => ({
    file,
    pattern: /^"\{/,
    reason: 'JSONata searches its messages for names in braces; a sandbox process with a time limit evaluates it',
  })),
  ...['formatInteger', 'formatNumber'].map((file) => ({
    file,
    pattern: /./,
    reason: 'JSONata reads pictures in squared time; a sandbox process with a time limit evaluates it',
  })),
];

const PATTERNS = {
  whole: HOSTILE,
  quick: HOSTILE.filter(({ name }) => !name.endsWith('repeated')),
  sockets: FEW,
};

/**
 * Tests that each reader takes time in proportion to every hostile text.
 * @param speed `quick` for hundreds of slow readers: half of the texts, each only at the limit; `sockets` for readers
 *   behind a socket: few texts, each only at the limit
 */
export function testReaders(part: string, readers: readonly Reader[], speed: keyof typeof PATTERNS = 'whole'): void {
  const patterns = PATTERNS[speed];
  test.each(readers)(`${part}: %s %s`, async (file, _name, maxLength, read) => {
    const tooSlow: string[] = [];
    for (const pattern of patterns) {
      const growth = await growthOf(read, pattern, maxLength, speed === 'whole' ? undefined : maxLength);
      const isKnown = KNOWN.some((known) => known.file === file && known.pattern.test(pattern.name));
      if (growth !== null && isSuperLinear(growth) && !isKnown)
        tooSlow.push(`${growth.pattern}: ${growth.quarterMs} ms became ${growth.ms} ms at ${growth.length} characters`);
    }
    expect(tooSlow).toEqual([]);
  });
}
