import { execFileSync } from 'node:child_process';
import { afterEach, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import { createSandbox, type Sandbox, type SandboxOptions } from './sandbox-pool.ts';
import { CODE_ENTRY } from '../testing/code-entry.ts';
import type { SandboxAnswer } from './sandbox-protocol.ts';

const sandboxes: Sandbox[] = [];
afterEach(async () => {
  for (const sandbox of sandboxes.splice(0)) await sandbox.close();
});

function open(overrides: Partial<SandboxOptions> = {}): Sandbox {
  const sandbox = createSandbox({
    processes: 2,
    maxQueued: 100,
    maxWaitMs: 60_000,
    heapMegabytes: 64,
    entry: CODE_ENTRY,
    ...overrides,
  });
  sandboxes.push(sandbox);
  return sandbox;
}

const limits = { timeoutMs: 60_000, maxResultBytes: 10_000 };
const code = (source: string, timeoutMs = limits.timeoutMs) =>
  ({ kind: 'code', source, placeholders: '{}', limits: { ...limits, timeoutMs } }) as const;
const of = (organizationId: string, workflowId = 'w') => ({ organizationId, workflowId });
const codesOf = (answers: SandboxAnswer[]) =>
  answers.map((answer) => (answer.kind === 'failure' ? answer.code : 'value'));

/** Starts endless programs of one organization, and resolves once they occupy all processes. */
async function occupy(sandbox: Sandbox, programs: number): Promise<{ answered: SandboxAnswer[] }> {
  await Promise.all([1, 2].map((n) => sandbox.run(code(`return ${n}`), of('evil'))));
  const answered: SandboxAnswer[] = [];
  for (let started = 0; started < programs; started += 1)
    void sandbox.run(code('for (;;) {}'), of('evil', `w${started}`)).then((answer) => answered.push(answer));
  return { answered };
}

test('thirty endless loops of one organization delay no other', async () => {
  const sandbox = open();
  const evil = await occupy(sandbox, 30);
  const tookMs: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const since = performance.now();
    expect(await sandbox.run(code(`return ${round}`), of('victim'))).toEqual({ kind: 'value', json: String(round) });
    tookMs.push(performance.now() - since);
  }
  expect(Math.max(...tookMs)).toBeLessThan(10_000);
  // Only the first program had to wait until a loop had run for 150 ms and could be displaced.
  expect(Math.min(...tookMs.slice(1))).toBeLessThan(150);
  expect(evil.answered).toEqual([]);
});

test('a program that takes long leaves the processors to others', async () => {
  const sandbox = open({ processes: 1 });
  await sandbox.run(code('return 1'), of('a'));
  const isNice = (): boolean =>
    execFileSync('ps', ['-o', 'ni,args', '--ppid', `${process.pid}`], { encoding: 'utf8' })
      .split('\n')
      .some((line) => /^ *10 .*code-process/.test(line));
  expect(isNice()).toBe(false);
  const slow = sandbox.run(code('const until = Date.now() + 4000; while (Date.now() < until); return "slow"'), of('a'));
  await waitFor(isNice);
  expect(await slow).toEqual({ kind: 'value', json: '"slow"' });
  expect(await sandbox.run(code('return 2'), of('a'))).toEqual({ kind: 'value', json: '2' });
  expect(isNice()).toBe(false);
});

test('a process for work that takes long has the lower priority from its start, and stays', async () => {
  const sandbox = open({ processes: 1, alwaysYield: true });
  await sandbox.run(code('return 1'), of('a'));
  const niceProcesses = (): string[] =>
    execFileSync('ps', ['-o', 'ni,pid,args', '--ppid', `${process.pid}`], { encoding: 'utf8' })
      .split('\n')
      .flatMap((line) => /^ *10 +(\d+) .*code-process/.exec(line)?.[1] ?? []);
  const [pid] = niceProcesses();
  expect(pid).toMatch(/^\d+$/);
  await sandbox.run(code('const until = Date.now() + 700; while (Date.now() < until);'), of('a'));
  expect(niceProcesses()).toEqual([pid]);
});

test('a displaced program starts again and ends with its own result', async () => {
  const sandbox = open();
  await Promise.all([1, 2].map((n) => sandbox.run(code(`return ${n}`), of('a'))));
  const slow = 'const until = Date.now() + 6000; while (Date.now() < until); return "slow"';
  const slowOnes = [1, 2].map(() => sandbox.run(code(slow), of('a')));
  const quick = sandbox.run(code('return "quick"'), of('b'));
  const first = await Promise.race([quick.then(() => 'quick'), ...slowOnes.map((one) => one.then(() => 'slow'))]);
  expect(first).toBe('quick');
  expect(await Promise.all(slowOnes)).toEqual([1, 2].map(() => ({ kind: 'value', json: '"slow"' })));
});

test('an organization may have all processes as long as no other wants one', async () => {
  const sandbox = open();
  const meeting = await occupy(sandbox, 0);
  const run = 'const from = Date.now(); while (Date.now() < from + 3000); return [from, Date.now()]';
  const answers = await Promise.all([1, 2].map(() => sandbox.run(code(run), of('evil'))));
  const [[from, to], [otherFrom, otherTo]] = answers.map(
    (answer) => JSON.parse((answer.kind === 'value' && answer.json) || '[]') as number[],
  ) as [[number, number], [number, number]];
  // Both ran at the same time.
  expect(Math.max(from, otherFrom)).toBeLessThan(Math.min(to, otherTo));
  expect(meeting.answered).toEqual([]);
});

test('when too many wait, the organization with most of them loses its newest', async () => {
  const sandbox = open({ maxQueued: 3 });
  const evil = await occupy(sandbox, 6);
  const victim = sandbox.run(code('return 1'), of('victim'));
  expect(await victim).toEqual({ kind: 'value', json: '1' });
  await waitFor(() => evil.answered.length > 0);
  expect(new Set(codesOf(evil.answered))).toEqual(new Set(['SANDBOX_BUSY']));
});

test('a program that waits too long fails with SANDBOX_BUSY and the reason', async () => {
  const sandbox = open({ maxWaitMs: 5_000 });
  const evil = await occupy(sandbox, 3);
  await waitFor(() => evil.answered.length === 1);
  expect(evil.answered).toEqual([
    { kind: 'failure', code: 'SANDBOX_BUSY', message: 'The program waited longer than 5000 ms for the sandbox' },
  ]);
});
