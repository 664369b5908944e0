import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { getPriority } from 'node:os';
import { expect, test } from '@jest/globals';
import { canChangeUser, processUser } from './process-user.ts';
import { slowDown } from './slow-down.ts';

test('no two processes of a kind, nor two of different kinds, have one user', () => {
  // Without this right no process can run as another user.
  if (!canChangeUser()) return;
  const users = [
    ...Array.from({ length: 500 }, (_, place) => processUser('component', place)),
    ...Array.from({ length: 34 }, (_, place) => processUser('sandbox', place)),
  ].map((user) => user?.uid ?? 0);
  expect(new Set(users).size).toBe(534);
  expect(Math.min(...users)).toBe(65_000);
  expect(Math.max(...users)).toBeLessThan(65_534);
});

test('beyond its users a kind gives them a second time, never those of the other kind', () => {
  expect(processUser('sandbox', 34)).toEqual(processUser('sandbox', 0));
  expect(processUser('component', 500)).toEqual(processUser('component', 0));
});

test('lowers the priority of a process, and does not mind one that has ended', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  const pid = child.pid as number;
  slowDown(pid, 10);
  expect(getPriority(pid)).toBe(10);
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
  slowDown(pid, 10);
  slowDown(undefined, 10);
});
