import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { installPacked, nodePrograms, run, type PackedFolder } from '../client/install-packed.ts';

let folder: PackedFolder;

beforeAll(async () => {
  folder = await installPacked('cli');
});
afterAll(() => folder?.remove());

test('the packed program is installed as `workflow`, needs nothing else, and runs in Node.js 20, 24 and 26', () => {
  const program = join(folder.path, 'node_modules/.bin/workflow');
  expect(run('ls', ['node_modules/@workflow'], folder.path).trim()).toBe('cli');
  for (const [name, node] of nodePrograms()) {
    expect([name, run(node, [program, '--version'], folder.path).trim()]).toEqual([name, '0.1.0']);
    expect(run(node, [program, 'completion', 'fish'], folder.path)).toContain('sync push');
  }
});
