import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '..');
/** Files that start processes without `startProgram`, and how each notices that a program could not be started. */
const WITHOUT_IT = [
  // The others use it.
  'packages/service-runtime/src/start-program.ts',
  // It treats an `error` event as the end of the process, and its package has no other way.
  'packages/sandbox/src/pool/sandbox-worker.ts',
  // It treats an `error` event as the end of the process: the waiting call fails.
  'packages/component-packages/src/process/start-process.ts',
  // It starts without waiting and stores the error for the function that waits until the service is ready.
  'packages/test-harness/src/system/service-process.ts',
  // It starts the running Node.js, and loads no package of the repository.
  'scripts/run-tests.ts',
  // It starts the running Node.js with the command line.
  'test/cli/cli-lab.ts',
  // It starts the running Node.js, and a client that ends in any way is what it judges.
  'services/executor/test/hostile-servers/judge-changes.ts',
  // It starts the running Node.js, and a server that ends early fails the check.
  'test/outside/apps.check.ts',
  // It starts without waiting. The function that waits for its end gets the error.
  'test/system/start-locally.ts',
];

function filesWith(pattern: string): string[] {
  const { stdout } = spawnSync('git', ['grep', '--untracked', '-lE', pattern, '--', '*.ts', '*.tsx', '*.mjs'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return stdout.split('\n').filter((file) => file !== '' && !file.endsWith('.test.ts'));
}

/** Without a listener for `error`, a program that is not installed ends the process that tries to start it. */
test('processes are started by startProgram, which rejects where a program cannot be started', () => {
  const starting = filesWith(String.raw`import .*\b(spawn|fork|exec)\b.* from 'node:child_process'`);
  expect(starting.toSorted()).toEqual(WITHOUT_IT.toSorted());
  expect(filesWith(String.raw`(from|import\() ?'child_process'|import \* as .* from 'node:child_process'`)).toEqual([]);
});
