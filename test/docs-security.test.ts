import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '..');
const HEADER = '| rule | what holds | enforced by | tested by |';

/** The rows of both tables of rules: the file that enforces the rule, and its test. */
const rows = readFileSync(join(ROOT, 'docs/security.md'), 'utf8')
  .split(HEADER)
  .slice(1)
  .flatMap((table) => (table.split('\n\n')[0] ?? '').split('\n').slice(2))
  .map((line) => {
    const [, rule = '', what = '', enforcedBy = '', testedBy = ''] = line.split('|').map((cell) => cell.trim());
    return { rule, what, enforcedBy: enforcedBy.replaceAll('`', ''), testedBy: testedBy.replaceAll('`', '') };
  })
  .filter(({ rule }) => rule !== '');

test('docs/security.md lists the rules', () => {
  expect(rows.length).toBeGreaterThan(50);
});

test.each(rows)('$rule $what: the file that enforces it and the test exist', ({ enforcedBy, testedBy }) => {
  expect(testedBy).toMatch(/\.test\.ts$/);
  expect([enforcedBy, testedBy].filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});
