import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { leftOut, LONG_TESTS } from '../scripts/long-tests.ts';
import { ProcessorSeconds } from '../scripts/processor-seconds.ts';

const ROOT = join(import.meta.dirname, '..');

test.each(LONG_TESTS)('the pattern $files is of paths from the root', ({ files }) => {
  expect(files.source).toMatch(/^\^/);
});

test('whatever is left out is there, and left out for one reason', () => {
  const groups = leftOut(ROOT);
  expect(groups.filter(({ files }) => files.length === 0)).toEqual([]);
  const files = groups.flatMap((group) => group.files);
  expect(files.toSorted()).toEqual([...new Set(files)].toSorted());
  expect(files).toContain('test/chaos/short-form-servers.test.ts');
});

/** Computes for one and a half seconds, in this process or in a child, according to its arguments. */
const BUSY = `const { execFileSync } = require('node:child_process');
  if (process.argv[1] === 'within') {
    const command = ['-e', process.env.BUSY, 'services/ingress/dist/main.js'];
    execFileSync(process.execPath, command, { env: process.env });
  }
  else for (let sum = 0; process.cpuUsage().user < 1_500_000; ) for (let i = 0; i < 1e7; i += 1) sum += i;`;

test('processor time is reported by the kind of process, including children of children', async () => {
  const processors = new ProcessorSeconds(process.pid);
  const child = spawn(process.execPath, ['-e', BUSY, 'within'], { env: { ...process.env, BUSY }, stdio: 'inherit' });
  await once(child, 'exit');
  const seconds = Object.fromEntries(processors.stop());
  // Only Linux has /proc.
  const [least, most] = process.platform === 'linux' ? [1, 4] : [0, 0];
  expect(seconds['ingress'] ?? 0).toBeGreaterThanOrEqual(least!);
  // Its last second is reported with the process that waited for it, and nothing is counted twice.
  const sum = (seconds['ingress'] ?? 0) + (seconds['ended within a second'] ?? 0);
  expect(sum).toBeGreaterThanOrEqual(least!);
  expect(sum).toBeLessThanOrEqual(most!);
});
