import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '..');
const HEADER = '| rule | what holds | enforced by | tried by |';

/** Rows of both tables of rules: the file that keeps the rule, and the test that tries it. */
const rows = readFileSync(join(ROOT, 'docs/security.md'), 'utf8')
  .split(HEADER)
  .slice(1)
  .flatMap((table) => (table.split('\n\n')[0] ?? '').split('\n').slice(2))
  .map((line) => {
    const [, rule = '', what = '', keptBy = '', triedBy = ''] = line.split('|').map((cell) => cell.trim());
    return { rule, what, keptBy: keptBy.replaceAll('`', ''), triedBy: triedBy.replaceAll('`', '') };
  })
  .filter(({ rule }) => rule !== '');

test('docs/security.md lists the rules', () => {
  expect(rows.length).toBeGreaterThan(50);
});

test.each(rows)('$rule $what: the file that keeps it and the test exist', ({ keptBy, triedBy }) => {
  expect(triedBy).toMatch(/\.test\.ts$/);
  expect([keptBy, triedBy].filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});
