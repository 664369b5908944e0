// Runs the whole suite, or what the arguments name as Jest takes them, and closes with one plain line that
// a person or a program can read: `N passed, N failed, N skipped`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';

interface Report {
  success: boolean;
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  numRuntimeErrorTestSuites: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
}

const folder = mkdtempSync(join(tmpdir(), 'workflow-test-report-'));
const reportFile = join(folder, 'report.json');
const jest = join(createRequire(import.meta.url).resolve('jest/package.json'), '../bin/jest.js');
const workers = Math.max(2, Math.min(4, availableParallelism()));

const { status } = spawnSync(
  process.execPath,
  ['--experimental-vm-modules', '--no-warnings', jest, '--json', `--outputFile=${reportFile}`, `--maxWorkers=${workers}`, ...process.argv.slice(2)],
  { cwd: join(import.meta.dirname, '..'), stdio: ['ignore', 'ignore', 'inherit'] },
);

const report = readReport();
rmSync(folder, { recursive: true, force: true });
if (report === null) {
  console.log('0 passed, 1 failed, 0 skipped');
  process.exitCode = 1;
} else {
  // A file that failed as a whole (it does not load, or leaves connections behind) may hold no failed test.
  const failedFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length;
  const failed = report.numFailedTests + failedFiles;
  const skipped = report.numPendingTests + report.numTodoTests;
  const skipIsFailure = process.env['CI'] === 'true' && skipped > 0;
  if (skipIsFailure) console.log(`${skipped} test(s) were skipped, which CI=true does not allow`);
  console.log(`${report.numPassedTests} passed, ${failed} failed, ${skipped} skipped`);
  process.exitCode = failed > 0 || !report.success || skipIsFailure ? 1 : (status ?? 1);
}

function readReport(): Report | null {
  try {
    return JSON.parse(readFileSync(reportFile, 'utf8')) as Report;
  } catch {
    return null;
  }
}
