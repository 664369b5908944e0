import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '..');
const text = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

const files = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .stdout.split('\0')
  .filter((file) => /\.(?:tsx?|mjs|md|sql|prisma|ya?ml)$/.test(file) && existsSync(join(ROOT, file)))
  .filter((file) => !file.endsWith('docs-contract.test.ts'));

/** The numbers of the sections of docs/contract.md, each with its count of numbered rules. */
const rulesOfSection = new Map(
  text('docs/contract.md')
    .split(/^(?=#{2,3} )/m)
    .flatMap((section) => {
      const number = /^#{2,3} (\d+(?:\.\d+)?)\.? /.exec(section)?.[1];
      return number === undefined ? [] : [[number, (section.match(/^\d+\. /gm) ?? []).length] as const];
    }),
);

const references = files.flatMap((file) =>
  // A comment may break the line within a reference.
  [...text(file).matchAll(/contract §(\d+(?:\.\d+)?)(?:(?:\s|\*|\/)+rule (\d+))?/g)].map(([, section, rule]) => ({
    file,
    section: section!,
    rule: Number(rule ?? 0),
  })),
);

test('every rule of the contract that a file cites exists', () => {
  expect(references.length).toBeGreaterThan(50);
  expect(
    references.filter(({ section, rule }) => !rulesOfSection.has(section) || rule > rulesOfSection.get(section)!),
  ).toEqual([]);
});

test('no file cites the sections of a document that is not here', () => {
  const cited = files.flatMap((file) =>
    [...text(file).matchAll(/\b(?:spec|[a-z-]+\.md) §/gi)].map(([reference]) => ({ file, reference })),
  );
  expect(cited).toEqual([]);
});
