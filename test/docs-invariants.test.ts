import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '..');
const HEADER = '| invariant | guard | test |';
const text = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const unquoted = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);

/** The rows of the table of invariants: the guards' files, the test's file, and its name. */
const rows = text('docs/invariants.md')
  .split(HEADER)[1]!
  .split('\n\n')[0]!
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [, invariant = '', guard = '', where = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    const [file = ''] = unquoted(where);
    return { invariant, guards: unquoted(guard), file, name: where.slice(where.indexOf('`: ') + 3) };
  });

test('the table lists the invariants', () => {
  expect(rows.length).toBeGreaterThan(15);
});

test.each(rows)('$invariant: guard and test exist', ({ guards, file, name }) => {
  expect(guards.length).toBeGreaterThan(0);
  expect([...guards, file].filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  expect(name.length).toBeGreaterThan(10);
  // The formatter uses double quotes for a name with an apostrophe.
  expect(text(file)).toContain(name.includes("'") ? `"${name}"` : `'${name}'`);
});
