import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '..');
const text = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const limits = text('docs/limits.md');

/** The rows of all tables: mechanism, protects, from, number, file, test. */
const rows = limits
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| mechanism'))
  .map((line) => line.split(' | ').map((cell) => cell.replaceAll(/^\| | \|$|`/g, '').trim()));

test('the tables list the mechanisms', () => {
  expect(rows.length).toBeGreaterThan(30);
});

test.each(rows.map(([mechanism = '', , , , file = '', tried = '']) => ({ mechanism, file, tried })))(
  '$mechanism: file and test exist',
  ({ file, tried }) => {
    expect([file, tried].filter((path) => path === '' || !existsSync(join(ROOT, path)))).toEqual([]);
  },
);

test('every variable of the page is a setting', () => {
  const settings = text('docs/environment.md');
  const named = [...limits.matchAll(/`([A-Z][A-Z_]{5,})`/g)].map(([, name]) => name!);
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((name) => !settings.includes(`\`${name}\``))).toEqual([]);
});
