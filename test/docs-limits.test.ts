import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '..');
const text = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const limits = text('docs/limits.md');

/** The rows of the tables of mechanisms: a name that links to the code, what happens, and links to the tests. */
const ROW = /^\| \[(.+?)\]\(\.\.\/(\S+?)\) \| .+? \| (\[test\]\(\.\.\/\S+?\)(?:, \[test\]\(\.\.\/\S+?\))*) \|$/gm;
const rows = [...limits.matchAll(ROW)].map(([, mechanism, file, tests]) => ({
  mechanism: mechanism!,
  files: [file!, ...[...tests!.matchAll(/\(\.\.\/(\S+?)\)/g)].map(([, path]) => path!)],
}));

test('the tables list the mechanisms', () => {
  expect(rows.length).toBeGreaterThan(30);
  // A row of another form would not be checked.
  const [, tables = ''] = limits.split('\n## Ingress\n');
  expect(tables.match(/^\| (?!limit \|).*/gm)).toHaveLength(rows.length);
});

test.each(rows)('$mechanism: links a file and tests, no folder', ({ files }) => {
  const isFile = (path: string): boolean => statSync(join(ROOT, path), { throwIfNoEntry: false })?.isFile() === true;
  expect(files.filter((path) => !isFile(path))).toEqual([]);
});

/** Settings whose names look like limits, and the reason why they are not on the page. */
const NO_LIMITS: Record<string, string> = {
  AUTH_SESSION_MAX_LIFETIME_MS: 'it is the lifetime of a sign-in',
  CREDENTIAL_DATABASE_MAX_IDLE: 'it is the size of a pool',
  MAX_FILE_IN_MEMORY_BYTES: 'it chooses between memory and a stream; the memory guard limits the memory',
};

test('every setting that is a limit is on the page', () => {
  const settings = [...text('docs/environment.md').matchAll(/^\| `([A-Z0-9_]+)`/gm)].map(([, name]) => name!);
  const limited = settings.filter((name) => /(?:^|_)MAX_|_PER_(?!SECOND$)|LIMIT/.test(name) && !(name in NO_LIMITS));
  expect(limited.length).toBeGreaterThan(60);
  expect(limited.filter((name) => !limits.includes(`\`${name}\``))).toEqual([]);
});

test('every variable of the page is a setting', () => {
  const settings = text('docs/environment.md');
  const named = [...limits.matchAll(/`([A-Z][A-Z_]{5,})`/g)].map(([, name]) => name!);
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((name) => !settings.includes(`\`${name}\``))).toEqual([]);
});
