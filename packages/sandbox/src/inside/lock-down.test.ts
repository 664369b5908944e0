import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { createSandbox } from '../pool/sandbox-pool.ts';
import { CODE_ENTRY } from '../testing/code-entry.ts';

const sandbox = createSandbox({ processes: 1, maxQueued: 10, maxWaitMs: 60_000, heapMegabytes: 64, entry: CODE_ENTRY });
afterAll(() => sandbox.close());

const limits = { timeoutMs: 60_000, maxResultBytes: 10_000 };
const isRoot = process.getuid?.() === 0;

/** Returns the process ids of the sandbox processes that this process started. */
function sandboxProcesses(): number[] {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .map(Number);
  return children.filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('code-process'));
}

/**
 * Attempts what a program that escaped from its interpreter would attempt, in a process that is locked down like a
 * sandbox process.
 */
async function tryToReachOut(): Promise<Record<string, string>> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'testing/escaped-program.ts'), { env: {}, execArgv: [] });
  const [tried] = (await once(child, 'message')) as [Record<string, string>];
  return tried;
}

test('a program that escapes from its interpreter signals no process, loads nothing and has no network', async () => {
  expect(await tryToReachOut()).toEqual({
    kill: 'denied',
    debug: 'denied',
    builtin: 'denied',
    net: 'denied',
    http: 'denied',
    inspector: 'denied',
    fetch: 'denied',
  });
});

test('a sandbox process has an empty environment, opens no debugger, and runs as its own user', async () => {
  // Other systems have no /proc to look at.
  if (process.platform !== 'linux') return;
  await sandbox.run(
    { kind: 'code', source: 'return 1', placeholders: '{}', limits },
    { organizationId: 'a', workflowId: 'w' },
  );
  const [pid] = sandboxProcesses();
  expect(pid).toBeDefined();
  const of = (file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8');
  const given = of('cmdline').split('\0');
  expect(given).toContain('--disable-sigusr1');
  expect(given).toContain('--permission');
  expect(given.filter((argument) => /^--allow-(?!fs-read=)/.test(argument))).toEqual([]);
  const status = of('status');
  expect(/^Uid:\s+(\d+)/m.exec(status)?.[1]).toBe(isRoot ? '65500' : String(process.getuid?.()));
});
