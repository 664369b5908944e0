import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '..');

function trackedFiles(): string[] {
  const { stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' });
  return stdout.split('\0').filter((file) => file !== '' && existsSync(join(ROOT, file)));
}

const files = trackedFiles();
const text = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

test('the files of the repository are found', () => {
  expect(files).toEqual(expect.arrayContaining(['README.md', 'docs/environment.md', 'services/ingress/src/main.ts']));
});

test('no file holds the path that this copy of the repository lies at', () => {
  // In a copy that lies at a folder as short as /app, the path means nothing.
  const path = ROOT.split('/').length > 2 ? ROOT : null;
  expect(files.filter((file) => path !== null && text(file).includes(path))).toEqual([]);
});

test('no file holds a home folder', () => {
  expect(files.filter((file) => /\/(home|Users)\/[a-z][\w-]*\//.test(text(file)) && !file.endsWith('docs-paths.test.ts'))).toEqual([]);
});

test('every link of the docs leads to a file', () => {
  const broken: string[] = [];
  const documents = files.filter((file) => file.endsWith('.md'));
  for (const file of documents) {
    for (const [, target] of text(file).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)) {
      if (!existsSync(join(ROOT, dirname(file), target!))) broken.push(`${file}: ${target}`);
    }
  }
  expect(documents.length).toBeGreaterThan(2);
  expect(broken).toEqual([]);
});
