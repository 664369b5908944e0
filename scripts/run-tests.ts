// `pnpm test [--all] [--changed] [--slowest=COUNT] [arguments of Jest]` runs the suite without long tests
// (long-tests.ts), with them, only the tests affected by changes, or those that the arguments name. It prints the
// slowest files and a last line for people and programs: `N passed, N failed, N skipped`.
// In a run of the whole suite, and with CI=true, up to ten failed files run once more, one at a time. A file that
// passes only then is named: its tests depend on chance or on other processes and must be fixed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { changedFiles, filesToTest } from './changed-tests.ts';
import { generateComponents } from './component-modules.ts';
import { leftOut, LONG_TESTS } from './long-tests.ts';

/** The part of Jest's report that is read here. */
interface Report {
  success: boolean;
  testResults: {
    /** The absolute path. */
    name: string;
    startTime: number;
    endTime: number;
    status: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
}

const ROOT = join(import.meta.dirname, '..');
const SLOWEST = /^--slowest(?:=(\d+))?$/;
const DEFAULT_SLOWEST = 10;
const OWN_ARGUMENTS = new Set(['--all', '--changed']);
/** More failures are not caused by chance. */
const MOST_TRIED_AGAIN = 10;

generateComponents();

const given = process.argv.slice(2);
const forJest = given.filter((argument) => !OWN_ARGUMENTS.has(argument) && !SLOWEST.test(argument));
if (given.includes('--changed')) {
  const files = filesToTest(changedFiles(ROOT), ROOT);
  if (files.length === 0) {
    console.log('Nothing changed that a test touches');
    console.log('0 passed, 0 failed, 0 skipped');
    process.exit(0);
  }
  forJest.push('--passWithNoTests', '--findRelatedTests', ...files);
}

const jest = join(createRequire(import.meta.url).resolve('jest/package.json'), '../bin/jest.js');
// There are more workers than processors, because half of the files wait much of the time (balanced-sequencer.mjs).
const workers = Math.min(4, availableParallelism() + 2);

const isWhole = forJest.length === 0;
const triesAgain = isWhole || process.env['CI'] === 'true';
const leavesOut = isWhole && !given.includes('--all');
if (leavesOut)
  forJest.push(`--testPathIgnorePatterns=/node_modules/|${LONG_TESTS.map(({ files }) => patternOf(files)).join('|')}`);
const first = await runJest(forJest, workers);
const report = first === null ? null : await withSecondTry(first);
if (report === null) {
  console.log('0 passed, 1 failed, 0 skipped');
  process.exitCode = 1;
} else {
  const slowest = given.map((argument) => SLOWEST.exec(argument)?.[1]).find((count) => count !== undefined);
  printSlowest(report, Number(slowest ?? DEFAULT_SLOWEST));
  if (leavesOut) printLeftOut();
  close(report);
}

/** Runs Jest, which prints failures. @returns null if it ended without a report */
async function runJest(args: readonly string[], maxWorkers: number): Promise<Report | null> {
  const folder = mkdtempSync(join(tmpdir(), 'workflow-test-report-'));
  const reportFile = join(folder, 'report.json');
  const run = spawn(
    process.execPath,
    [
      '--experimental-vm-modules',
      '--no-warnings',
      jest,
      '--json',
      `--outputFile=${reportFile}`,
      `--maxWorkers=${maxWorkers}`,
      ...args,
    ],
    {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/node-compile-cache'), ...process.env },
    },
  );
  await once(run, 'exit');
  try {
    return JSON.parse(readFileSync(reportFile, 'utf8')) as Report;
  } catch {
    return null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs the failed files again. @returns the report with their second results */
async function withSecondTry(report: Report): Promise<Report> {
  const failed = report.testResults.filter(({ status }) => status === 'failed');
  if (!triesAgain || failed.length === 0 || failed.length > MOST_TRIED_AGAIN) return report;
  console.error(`Once more, one at a time: ${failed.map(({ name }) => relative(ROOT, name)).join(', ')}`);
  const again = await runJest(['--runTestsByPath', ...failed.map(({ name }) => name)], 1);
  if (again === null) return report;
  for (const { name, assertionResults } of failed) {
    if (again.testResults.find((file) => file.name === name)?.status !== 'passed') continue;
    const titles = assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
    console.log(`passed only when run again, to be mended: ${relative(ROOT, name)} › ${titles.join(', ')}`);
  }
  const unchanged = report.testResults.filter((file) => !failed.includes(file));
  return { success: again.success, testResults: [...unchanged, ...again.testResults] };
}

/** Prints the last line and sets the exit code. */
function close({ success, testResults }: Report): void {
  const statuses = testResults.flatMap((file) => file.assertionResults).map(({ status }) => status);
  // A file that failed as a whole may contain no failed test, for example if it does not load or leaks connections.
  const failedFiles = testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length;
  const passed = statuses.filter((status) => status === 'passed').length;
  const failedTests = statuses.filter((status) => status === 'failed').length;
  const skipped = statuses.length - passed - failedTests;
  const failed = failedTests + failedFiles;
  const skipIsFailure = process.env['CI'] === 'true' && skipped > 0;
  if (skipIsFailure) console.log(`${skipped} test(s) were skipped, which CI=true does not allow`);
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  process.exitCode = failed > 0 || !success || skipIsFailure ? 1 : 0;
}

/** Prints the slowest files in seconds. Files run in parallel, so their sum exceeds the time of the run. */
function printSlowest({ testResults }: Report, count: number): void {
  const files = testResults
    .map(({ name, startTime, endTime }) => ({ name: relative(ROOT, name), seconds: (endTime - startTime) / 1_000 }))
    .toSorted((a, b) => b.seconds - a.seconds);
  for (const { name, seconds } of files.slice(0, count)) console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`);
}

/** Names every file that did not run, so that nobody mistakes this for a complete run. */
function printLeftOut(): void {
  const groups = leftOut(ROOT);
  const count = groups.reduce((sum, { files }) => sum + files.length, 0);
  console.log(`LEFT OUT: ${count} test files, which .ci/run and \`pnpm test --all\` run`);
  for (const { reason, files } of groups) console.log(`  ${reason}:\n    ${files.join('\n    ')}`);
}

/** Returns the pattern for Jest, which matches absolute paths. */
function patternOf(files: RegExp): string {
  return files.source.replace(/^\^/, '/');
}
