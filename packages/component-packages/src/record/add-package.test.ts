import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { readRegistrySettings } from '../registry/registry-settings.ts';
import { startLocalRegistry, type LocalRegistry } from '../testing/local-registry.ts';
import { packEntries, packTarball } from '../testing/pack-tarball.ts';
import { packageFiles, readableFolder, writePackage } from '../testing/package-folder.ts';
import { addPackage } from './add-package.ts';
import { loadPackages } from './load-packages.ts';
import { parsePackageId } from './package-id.ts';
import { removePackage } from './remove-package.ts';

let registry: LocalRegistry;
let directory: string;
beforeAll(async () => {
  registry = await startLocalRegistry();
});
beforeEach(() => {
  directory = readableFolder();
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));
afterAll(() => registry.stop());

/** Returns the files of a package of this name whose type is `type`. */
function filesOf(name: string, version: string, type = 'shout'): Record<string, string> {
  const files = packageFiles({ 'package.json': JSON.stringify({ name, version, type: 'module' }) });
  return { ...files, 'descriptor.js': files['descriptor.js']!.replace('"type":"shout"', `"type":"${type}"`) };
}

function publish(id: string, files?: Record<string, string>): void {
  const { name, version } = parsePackageId(id)!;
  registry.publish(name, version, packTarball(files ?? filesOf(name, version)));
}

const add = async (id: string) =>
  addPackage(
    directory,
    parsePackageId(id)!,
    await readRegistrySettings({ npm_config_registry: registry.url, HOME: directory }),
  );
const load = async () => {
  const { installed, leftOut, undescribed } = await loadPackages(directory);
  return {
    installed: installed.map(({ name, version }) => `${name}@${version}`),
    leftOut: leftOut.map(({ name, version, reason }) => `${name}@${version}: ${reason}`),
    undescribed: undescribed.map(({ name, version }) => `${name}@${version}`),
  };
};

test('a package is added by its exact version, listed, and removed', async () => {
  publish('@scope/shout@1.2.3');
  expect(await add('@scope/shout@1.2.3')).toMatchObject({ name: '@scope/shout', version: '1.2.3', type: 'shout' });
  expect(readdirSync(directory).sort()).toEqual(['@scope', 'components.json']);
  expect(readdirSync(join(directory, '@scope')).sort()).toEqual(['shout@1.2.3', 'shout@1.2.3.manifest.json']);
  expect(await load()).toEqual({ installed: ['@scope/shout@1.2.3'], leftOut: [], undescribed: [] });
  await expect(add('@scope/shout@1.2.3')).rejects.toThrow('already exists');
  expect(await removePackage(directory, { name: '@scope/shout', version: '1.2.3' })).toBe(true);
  expect(await removePackage(directory, { name: '@scope/shout', version: '1.2.3' })).toBe(false);
  expect(await load()).toEqual({ installed: [], leftOut: [], undescribed: [] });
});

test('two versions can be installed together, and a type belongs to one package', async () => {
  publish('shout@1.0.0');
  publish('shout@1.1.0');
  publish('louder@1.0.0');
  publish('own@1.0.0', filesOf('own', '1.0.0', 'transform'));
  await add('shout@1.0.0');
  await add('shout@1.1.0');
  await expect(add('louder@1.0.0')).rejects.toThrow('the type shout belongs to the package shout');
  await expect(add('own@1.0.0')).rejects.toThrow('the type transform is a built-in type');
  expect((await load()).installed).toEqual(['shout@1.0.0', 'shout@1.1.0']);
  expect(readdirSync(directory).filter((name) => name.startsWith('.'))).toEqual([]);
});

test('leaves out a package that differs from the record, and lists a manually placed one as undescribed', async () => {
  publish('shout@1.0.0');
  publish('other@1.0.0', filesOf('other', '1.0.0', 'other'));
  await add('shout@1.0.0');
  await add('other@1.0.0');
  writeFileSync(join(directory, 'shout@1.0.0/run.js'), 'export const runner = {};');
  const manifest = join(directory, 'other@1.0.0.manifest.json');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('Writes', 'Reads'));
  writePackage(join(directory, 'manual@1.0.0'), filesOf('manual', '1.0.0', 'manual'));
  expect(await load()).toEqual({
    installed: [],
    leftOut: [
      'shout@1.0.0: its files changed after it was added',
      'other@1.0.0: its manifest changed after it was added',
    ],
    undescribed: ['manual@1.0.0'],
  });
});

test.each([
  [
    'another tarball than the registry names',
    () => registry.publish('bad', '1.0.0', packTarball(filesOf('bad', '1.0.0')), 'sha512-AAAA'),
    'does not have the integrity',
  ],
  [
    'only a weak digest',
    () => registry.publish('bad', '1.0.0', packTarball(filesOf('bad', '1.0.0')), 'sha1-AAAA'),
    'no SHA-512',
  ],
  [
    'a link',
    () =>
      registry.publish('bad', '1.0.0', packEntries([{ path: 'package/env', kind: '2', link: '/proc/self/environ' }])),
    'neither a file nor a folder',
  ],
  [
    'a path that leads out',
    () => registry.publish('bad', '1.0.0', packEntries([{ path: 'package/../../x', text: 'x' }])),
    'has the path',
  ],
  [
    'an absolute path',
    () => registry.publish('bad', '1.0.0', packEntries([{ path: '/etc/x', text: 'x' }])),
    'has the path',
  ],
  [
    'something that is not an archive',
    () => registry.publish('bad', '1.0.0', Buffer.from('nonsense')),
    'cannot be unpacked',
  ],
  ['a missing file', () => publish('bad@1.0.0', { 'package.json': '{}' }), 'descriptor.js is missing'],
  ['another name in its package.json', () => publish('bad@1.0.0', filesOf('good', '1.0.0')), 'does not name bad@1.0.0'],
  [
    'a dependency outside',
    () =>
      publish('bad@1.0.0', {
        ...filesOf('bad', '1.0.0'),
        'package.json': '{"name":"bad","version":"1.0.0","type":"module","dependencies":{"left-pad":"1"}}',
      }),
    'its dependency left-pad is not included',
  ],
  [
    'a manifest that breaks a rule',
    () => publish('bad@1.0.0', { ...filesOf('bad', '1.0.0'), 'docs.md': '<script>' }),
    'docs may not have HTML',
  ],
])('a package with %s is refused, and none of its files remain', async (_what, prepare, message) => {
  prepare();
  await expect(add('bad@1.0.0')).rejects.toThrow(message);
  expect(readdirSync(directory)).toEqual([]);
});

test('a version that the registry does not have is named', async () => {
  publish('shout@1.0.0');
  await expect(add('shout@9.0.0')).rejects.toThrow('the registry has no shout@9.0.0');
  await expect(add('nobody@1.0.0')).rejects.toThrow('answered 404');
});
