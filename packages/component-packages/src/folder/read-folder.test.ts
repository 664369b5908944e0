import { once } from 'node:events';
import { linkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { packageFiles, readableFolder, writePackage } from '../testing/package-folder.ts';
import { readPackageFolder } from './read-folder.ts';

let folder: string;
beforeEach(() => {
  folder = writePackage(readableFolder(), packageFiles({ 'parts/data.txt': 'mine' }));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function digest(): Promise<string> {
  const read = await readPackageFolder(folder);
  if (!read.ok) throw new Error(read.problems.join());
  return read.value.digest;
}

test('the digest is that of all paths and contents', async () => {
  const before = await digest();
  expect(before).toMatch(/^[0-9a-f]{64}$/);
  writeFileSync(join(folder, 'parts/data.txt'), 'more');
  const changed = await digest();
  writeFileSync(join(folder, 'parts/data.txt'), 'mine');
  expect(await digest()).toBe(before);
  writeFileSync(join(folder, 'parts/new.txt'), '');
  expect(new Set([before, changed, await digest()]).size).toBe(3);
});

const refused = (problem: string) => ({ ok: false, problems: [problem] });

test('a symbolic link is refused, to a file of another process above all', async () => {
  symlinkSync('/proc/self/environ', join(folder, 'parts/environ'));
  expect(await readPackageFolder(folder)).toEqual(refused('parts/environ is a symbolic link'));
});

test('a link to a folder is refused', async () => {
  symlinkSync('/etc', join(folder, 'etc'));
  expect(await readPackageFolder(folder)).toEqual(refused('etc is a symbolic link'));
});

test('a hard link is refused', async () => {
  linkSync(join(folder, 'run.js'), join(folder, 'zz.js'));
  expect(await readPackageFolder(folder)).toMatchObject({ ok: false });
});

test('a socket is refused', async () => {
  const server = createServer().listen(join(folder, 'socket'));
  await once(server, 'listening');
  expect(await readPackageFolder(folder)).toEqual(refused('socket is not an ordinary file'));
  server.close();
});
