import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createGuardedConnector, readAllowedAddresses } from '@workflow/outbound';
import { waitFor } from '@workflow/test-harness';
import { packageFiles, readableFolder, runs, writePackage } from '../testing/package-folder.ts';
import type { ComponentAnswer } from './component-call.ts';
import { createComponentPool, type ComponentPool, type ComponentPoolOptions } from './component-pool.ts';

const limits = { timeoutMs: 60_000, maxAnswerBytes: 10_000 };
const BODY = `if (context.config.loop) for (;;) {}
  return { kind: 'succeeded', output: { pid: process.pid, uid: process.getuid() } };`;

let root: string;
let pool: ComponentPool;
beforeAll(() => {
  root = readableFolder();
  for (const version of ['1.0.0', '2.0.0']) writePackage(folderOf(version), packageFiles(runs(BODY)));
});
afterEach(() => pool.close());
afterAll(() => rmSync(root, { recursive: true, force: true }));

const folderOf = (version: string) => join(root, `where@${version}`);

function open(options: Partial<ComponentPoolOptions> = {}): void {
  const connector = createGuardedConnector({ allowed: readAllowedAddresses([]), connectTimeoutMs: 1_000 });
  const network = { connector, maxBytes: 1_000 };
  pool = createComponentPool({
    ...{ processes: 2, maxMemoryBytes: 256 * 1_048_576, network, maxQueued: 100, maxWaitMs: 60_000 },
    ...options,
  });
}

interface Where {
  organization?: string;
  version?: string;
  loop?: boolean;
  signal?: AbortSignal;
}

const call = ({ organization = 'a', version = '1.0.0', loop = false, signal }: Where = {}) =>
  pool.call(
    { name: 'where', version, folder: folderOf(version) },
    { organizationId: organization, workflowId: 'w' },
    { name: 'run', config: { loop }, idempotencyKey: 'k', timeoutMs: limits.timeoutMs, maxOutputBytes: 1_000 },
    limits,
    signal,
  );
const output = async (where?: Where): Promise<{ pid: number; uid: number }> => {
  const answer = await call(where);
  if (answer.kind === 'failure') throw new Error(answer.message);
  return answer.value['output'] as { pid: number; uid: number };
};

test('a process stays warm for its organization and version, and serves no other', async () => {
  open({ processes: 4 });
  const { pid, uid } = await output();
  expect(uid).toBe(process.getuid?.() === 0 ? 65_000 : process.getuid?.());
  expect((await output()).pid).toBe(pid);
  const others = [await output({ organization: 'b' }), await output({ version: '2.0.0' })].map((one) => one.pid);
  expect(new Set([pid, ...others]).size).toBe(3);
  expect((await output()).pid).toBe(pid);
});

test('when there is no room, the process that has been idle longest ends', async () => {
  open();
  const first = await output({ organization: 'a' });
  const second = await output({ organization: 'b' });
  await output({ organization: 'c' });
  expect((await output({ organization: 'b' })).pid).toBe(second.pid);
  expect((await output({ organization: 'a' })).pid).not.toBe(first.pid);
});

test('endless loops of one organization leave a process to the others', async () => {
  open();
  const ended: ComponentAnswer[] = [];
  for (let n = 0; n < 5; n += 1) void call({ organization: 'evil', loop: true }).then((answer) => ended.push(answer));
  for (let n = 0; n < 3; n += 1) expect((await output({ organization: 'victim' })).pid).toBeGreaterThan(0);
  expect(ended).toEqual([]);
});

test('a call that is aborted ends, with its process, and one that waits waits no longer', async () => {
  open({ processes: 1 });
  const running = new AbortController();
  const waiting = new AbortController();
  const loop = call({ loop: true, signal: running.signal });
  const next = call({ organization: 'b', signal: waiting.signal });
  waiting.abort(new Error('over'));
  await expect(next).rejects.toThrow('over');
  running.abort(new Error('over as well'));
  await expect(loop).rejects.toThrow('over as well');
  expect((await output({ organization: 'b' })).pid).toBeGreaterThan(0);
});

test('the newest call of the largest organization fails when too many wait, and any call after its time', async () => {
  open({ processes: 1, maxQueued: 2 });
  const ended: ComponentAnswer[] = [];
  for (let n = 0; n < 4; n += 1) void call({ organization: 'evil', loop: true }).then((answer) => ended.push(answer));
  await waitFor(() => ended.length > 0);
  expect(ended).toEqual([{ kind: 'failure', why: 'busy', message: 'Too many calls wait for a component process' }]);
  await pool.close();
  open({ processes: 1, maxWaitMs: 300 });
  void call({ loop: true });
  expect(await call({ organization: 'b' })).toMatchObject({ kind: 'failure', why: 'busy' });
});
