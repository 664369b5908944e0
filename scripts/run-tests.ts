// `pnpm test [--changed] [--slowest[=COUNT]] [what Jest takes]` runs the whole suite, what a change touches, or what
// the arguments name, and closes with one plain line that a person or a program can read:
// `N passed, N failed, N skipped`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { changedFiles, filesToTest } from './changed-tests.ts';

interface Report {
  success: boolean;
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  numRuntimeErrorTestSuites: number;
  testResults: {
    name: string;
    startTime: number;
    endTime: number;
    status: string;
    assertionResults: { status: string }[];
  }[];
}

const ROOT = join(import.meta.dirname, '..');
const SLOWEST = /^--slowest(?:=(\d+))?$/;
const DEFAULT_SLOWEST = 20;

const given = process.argv.slice(2);
const forJest = given.filter((argument) => argument !== '--changed' && !SLOWEST.test(argument));
if (given.includes('--changed')) {
  const files = filesToTest(changedFiles(ROOT), ROOT);
  if (files.length === 0) {
    console.log('Nothing changed that a test touches');
    console.log('0 passed, 0 failed, 0 skipped');
    process.exit(0);
  }
  forJest.push('--passWithNoTests', '--findRelatedTests', ...files);
}

const folder = mkdtempSync(join(tmpdir(), 'workflow-test-report-'));
const reportFile = join(folder, 'report.json');
const jest = join(createRequire(import.meta.url).resolve('jest/package.json'), '../bin/jest.js');
// One more than there are processors: a third of the time tests wait for processes to start and for time-outs.
const workers = Math.max(2, Math.min(4, availableParallelism() + 1));

const { status } = spawnSync(
  process.execPath,
  [
    '--experimental-vm-modules',
    '--no-warnings',
    jest,
    '--json',
    `--outputFile=${reportFile}`,
    `--maxWorkers=${workers}`,
    ...forJest,
  ],
  {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/node-compile-cache'), ...process.env },
  },
);

const report = readReport();
rmSync(folder, { recursive: true, force: true });
if (report === null) {
  console.log('0 passed, 1 failed, 0 skipped');
  process.exitCode = 1;
} else {
  const slowest = given.map((argument) => SLOWEST.exec(argument)).find((match) => match !== null);
  if (slowest) printSlowest(report, Number(slowest[1] ?? DEFAULT_SLOWEST));
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

/** The files that took longest, in seconds. Files run side by side, so the sum is more than the run took. */
function printSlowest({ testResults }: Report, count: number): void {
  const files = testResults
    .map(({ name, startTime, endTime }) => ({ name: relative(ROOT, name), seconds: (endTime - startTime) / 1_000 }))
    .toSorted((a, b) => b.seconds - a.seconds);
  for (const { name, seconds } of files.slice(0, count)) console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`);
}
