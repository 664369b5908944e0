import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createGuardedConnector, readAllowedAddresses } from '@workflow/outbound';
import { createComponentPool, type ComponentPool } from '../process/component-pool.ts';
import { packageFiles, readableFolder, writePackage } from '../testing/package-folder.ts';
import { MAX_MANIFEST_BYTES } from './manifest.ts';
import { readManifest } from './read-manifest.ts';

let root: string;
let pool: ComponentPool;
let count = 0;
beforeAll(() => {
  root = readableFolder();
  const connector = createGuardedConnector({ allowed: readAllowedAddresses([]), connectTimeoutMs: 1_000 });
  pool = createComponentPool({
    processes: 1,
    maxMemoryBytes: 256 * 1_048_576,
    network: { connector, maxBytes: 0 },
    maxQueued: 10,
    maxWaitMs: 60_000,
  });
});
afterAll(async () => {
  await pool.close();
  rmSync(root, { recursive: true, force: true });
});

function describe(files: Record<string, string> = {}) {
  count += 1;
  const name = `p${count}`;
  const folder = writePackage(join(root, `${name}@1.0.0`), packageFiles(files));
  const limits = { timeoutMs: 20_000, maxAnswerBytes: MAX_MANIFEST_BYTES };
  const owner = { organizationId: 'operator', workflowId: 'add' };
  return pool.call({ name, version: '1.0.0', folder }, owner, { name: 'describe' }, limits);
}

test('a package describes itself in its own process', async () => {
  const answer = await describe();
  if (answer.kind !== 'result') throw new Error(answer.message);
  const checked = readManifest(JSON.stringify(answer.value));
  expect(checked).toMatchObject({ ok: true, value: { type: 'shout', docs: '# Shout\n', hasEffect: false } });
});

test('a description that is not a manifest is refused with all its problems', async () => {
  const lies = { type: '../code', category: 'trigger', toJSON: 5, configSchema: { $ref: 'https://evil.example' } };
  const answer = await describe({ 'descriptor.js': `export const descriptor = ${JSON.stringify(lies)};` });
  if (answer.kind !== 'result') throw new Error(answer.message);
  const checked = readManifest(JSON.stringify(answer.value));
  expect(checked.ok ? [] : checked.problems.join('\n')).toMatch(/type/);
});

test.each([
  ['is huge', 'export const descriptor = { docs: "x".repeat(1e6), list: new Array(1e6).fill(1) };', 'too-large'],
  ['never ends to be read', 'export const descriptor = new Proxy({}, { ownKeys: () => { throw 1; } });', 'threw'],
  ['is no module', 'nonsense nonsense', 'threw'],
])('a descriptor that %s is a failure', async (_what, source, why) => {
  expect(await describe({ 'descriptor.js': source })).toMatchObject({ kind: 'failure', why });
});
