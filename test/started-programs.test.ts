import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '..');
/** What starts processes without `startProgram`, and how it learns that one could not be started. */
const WITHOUT_IT = [
  // It is what the others use.
  'packages/service-runtime/src/start-program.ts',
  // It counts an `error` event as the end of the process, and its package knows no other one.
  'packages/sandbox/src/pool/sandbox-worker.ts',
  // It counts an `error` event as the end of the process: the call that waited fails.
  'packages/component-packages/src/process/start-process.ts',
  // It starts without waiting and keeps the error for whoever waits until the service is ready.
  'packages/test-harness/src/system/service-process.ts',
  // It starts Node.js itself, which runs it, and loads no package of the repository.
  'scripts/run-tests.ts',
  // It starts Node.js itself, which runs it, with the command line.
  'test/cli/cli-lab.ts',
  // It starts without waiting, and whoever waits for its end gets the error.
  'test/system/start-locally.ts',
];

function filesWith(pattern: string): string[] {
  const { stdout } = spawnSync('git', ['grep', '--untracked', '-lE', pattern, '--', '*.ts', '*.tsx', '*.mjs'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return stdout.split('\n').filter((file) => file !== '' && !file.endsWith('.test.ts'));
}

/** Without a listener for `error`, a program that is not installed ends the process that wanted to start it. */
test('processes are started by startProgram, which rejects where a program cannot be started', () => {
  const starting = filesWith(String.raw`import .*\b(spawn|fork|exec)\b.* from 'node:child_process'`);
  expect(starting.toSorted()).toEqual(WITHOUT_IT.toSorted());
  expect(filesWith(String.raw`(from|import\() ?'child_process'|import \* as .* from 'node:child_process'`)).toEqual([]);
});
