import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '..');

function trackedFiles(): string[] {
  const { stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return stdout.split('\0').filter((file) => file !== '' && existsSync(join(ROOT, file)));
}

const files = trackedFiles();
const text = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const documents = files.filter((file) => file.endsWith('.md'));

test('the files of the repository are found', () => {
  expect(files).toEqual(expect.arrayContaining(['README.md', 'docs/environment.md', 'services/ingress/src/main.ts']));
});

test('no file contains the path of this copy of the repository', () => {
  // In a copy at a path as short as /app, a match means nothing.
  const path = ROOT.split('/').length > 2 ? ROOT : null;
  expect(files.filter((file) => path !== null && text(file).includes(path))).toEqual([]);
});

test('no file contains a home folder', () => {
  expect(
    files.filter((file) => /\/(home|Users)\/[a-z][\w-]*\//.test(text(file)) && !file.endsWith('docs-paths.test.ts')),
  ).toEqual([]);
});

test('every link of the docs leads to a file', () => {
  const broken: string[] = [];
  for (const file of documents) {
    for (const [, target] of text(file).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)) {
      if (!existsSync(join(ROOT, dirname(file), target!))) broken.push(`${file}: ${target}`);
    }
  }
  expect(documents.length).toBeGreaterThan(2);
  expect(broken).toEqual([]);
});

/** Returns the anchors of a document's headings, as GitHub makes them. */
function anchorsOf(document: string): Set<string> {
  const headings = text(document)
    .replaceAll(/^```[^]*?^```/gm, '')
    .matchAll(/^#+ (.+)$/gm);
  return new Set(
    [...headings].map(([, heading]) =>
      heading!
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

test('every link to a heading leads to one', () => {
  const links = documents.flatMap((file) =>
    [...text(file).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)#([^)\s]+)\)/g)].map(([, target, anchor]) => ({
      file,
      document: target === '' ? file : join(dirname(file), target!),
      anchor: anchor!,
    })),
  );
  expect(links.length).toBeGreaterThan(30);
  expect(links.filter(({ document, anchor }) => document.endsWith('.md') && !anchorsOf(document).has(anchor))).toEqual(
    [],
  );
});

/** The folders with which a path in a document begins. */
const TOP = '(?:services|packages|docs|test|scripts|prisma|deploy)';

test('every file and folder that a document names by its path exists', () => {
  const paths = new RegExp(`(?<![\\w./@-])${TOP}/(?:[\\w./-]*\\w\\.[a-z]+\\b|[\\w./-]+(?=\`))`, 'g');
  const named = documents
    .filter((file) => file !== 'CHANGELOG.md')
    .flatMap((file) => mentions(file, paths))
    // `pnpm bundle` creates these files.
    .filter(({ path }) => !path.includes('/dist/'));
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter(({ path }) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test('every source that a document names without its folder exists', () => {
  const names = new Set(files.map((file) => basename(file)));
  const named = documents
    .filter((file) => file.startsWith('docs/'))
    .flatMap((file) => mentions(file, /(?<![\w./-])[a-z0-9-]+(?:\.test)?\.tsx?\b/g));
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter(({ path }) => !names.has(path))).toEqual([]);
});

test('every metric and table workflow_* that a document names exists', () => {
  const sources = files
    .filter((file) => /^(?:services|packages)\/.*(?<!\.test)\.ts$|^prisma\/schema\.prisma$/.test(file))
    .map(text);
  const named = documents.flatMap((file) => mentions(file, /(?<=`)workflow_[a-z_]+(?=`)/g));
  expect(named.length).toBeGreaterThan(3);
  expect(
    named.filter(({ path: name }) => !sources.some((source) => new RegExp(`['"]${name}['"]`).test(source))),
  ).toEqual([]);
});

test('every document that a source names exists', () => {
  const named = files
    .filter((file) => /\.(?:tsx?|prisma|ya?ml|sql)$/.test(file))
    .flatMap((file) => mentions(file, /\bdocs\/[\w./-]*\w\.md\b/g));
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter(({ path }) => !existsSync(join(ROOT, path)))).toEqual([]);
});

function mentions(file: string, pattern: RegExp): { file: string; path: string }[] {
  return [...text(file).matchAll(pattern)].map(([path]) => ({ file, path }));
}
