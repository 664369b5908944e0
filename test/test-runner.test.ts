import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { LONG_TESTS } from '../scripts/long-tests.ts';
import { ProcessorSeconds } from '../scripts/processor-seconds.ts';

const ROOT = join(import.meta.dirname, '..');
const testFiles = globSync('{packages,services,test}/**/*.test.ts', {
  cwd: ROOT,
  exclude: (name) => name === 'node_modules',
});

test.each(LONG_TESTS)('$files names test files, as $reason', ({ files }) => {
  expect(files.source).toMatch(/^\^/);
  expect(testFiles.filter((file) => files.test(file))).not.toEqual([]);
});

/** Computes for one and a half seconds, by what it is told, and does so in a child when it is told to. */
const BUSY = `const { execFileSync } = require('node:child_process');
  if (process.argv[1] === 'within') {
    const command = ['-e', process.env.BUSY, 'services/ingress/dist/main.js'];
    execFileSync(process.execPath, command, { env: process.env });
  }
  else for (let sum = 0; process.cpuUsage().user < 1_500_000; ) for (let i = 0; i < 1e7; i += 1) sum += i;`;

test('processor time is told by what a process is, of the children of children too', async () => {
  const processors = new ProcessorSeconds(process.pid);
  const child = spawn(process.execPath, ['-e', BUSY, 'within'], { env: { ...process.env, BUSY }, stdio: 'inherit' });
  await once(child, 'exit');
  const seconds = Object.fromEntries(processors.stop());
  // Only Linux has /proc.
  const [least, most] = process.platform === 'linux' ? [1, 4] : [0, 0];
  expect(seconds['ingress'] ?? 0).toBeGreaterThanOrEqual(least!);
  // Its last second is told with what its parent waited for, and nothing twice.
  const sum = (seconds['ingress'] ?? 0) + (seconds['ended within a second'] ?? 0);
  expect(sum).toBeGreaterThanOrEqual(least!);
  expect(sum).toBeLessThanOrEqual(most!);
});
