import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '..');

function run(command: string, args: readonly string[]): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`test/${command}/main.ts`, ...args], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

test.each(['bench', 'chaos', 'fuzz'])('pnpm %s --help prints the usage', (command) => {
  const { status, stdout, stderr } = run(command, ['--help']);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain(`pnpm ${command} [`);
});

test.each([
  ['bench', ['--fast'], '--fast'],
  ['bench', ['--only', 'wait,wating'], 'not wating'],
  ['bench', ['--against', 'HEAD', '--only', 'finished'], 'not finished'],
  ['chaos', ['--only', 'no such fault'], 'no fault has this name'],
  ['fuzz', ['--seed'], '--seed'],
])('pnpm %s %j starts nothing, and prints what is wrong and the usage', (command, args, what) => {
  const { status, stderr } = run(command, args);
  expect(status).toBe(2);
  expect(stderr).toContain(what);
  expect(stderr).toContain(`pnpm ${command} [`);
  expect(stderr).not.toContain('    at ');
});
