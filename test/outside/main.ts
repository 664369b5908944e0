// Runs the checks of this folder, or of the one that the argument names. Prints the slowest checks, and the same last
// line as `pnpm test`. Files that failed run once more at the end, and their second results count. A file that passes
// only then is named: its checks depend on chance or on other processes and must be fixed.
import { globSync } from 'node:fs';
import { join, relative } from 'node:path';
import { run } from 'node:test';

interface Result {
  passed: number;
  /** The names of the failed checks. */
  failed: string[];
}

const ROOT = join(import.meta.dirname, '../..');
const LONG_MS = 5_000;
const folder = join(import.meta.dirname, process.argv[2] ?? '.');
const print = (text: string): void => void process.stdout.write(`${text}\n`);

const results = new Map<string, Result>();
for (const name of globSync('*.check.ts', { cwd: folder })) {
  const file = join(folder, name);
  results.set(file, await resultOf(file));
}

const failedFiles = [...results].filter(([, { failed }]) => failed.length > 0);
if (failedFiles.length > 0) print(`Once more: ${failedFiles.map(([file]) => relative(ROOT, file)).join(', ')}`);
for (const [file, first] of failedFiles) {
  const second = await resultOf(file);
  results.set(file, second);
  if (second.failed.length === 0)
    print(`passed only when run again, to be mended: ${relative(ROOT, file)} › ${first.failed.join(', ')}`);
}

const passedCount = [...results.values()].reduce((sum, { passed }) => sum + passed, 0);
const failedCount = [...results.values()].reduce((sum, { failed }) => sum + failed.length, 0);
print(`${passedCount} passed, ${failedCount} failed, 0 skipped`);
process.exitCode = failedCount > 0 || passedCount === 0 ? 1 : 0;

/** Runs the checks of one file. Prints those that failed and those that took long. */
async function resultOf(file: string): Promise<Result> {
  const result: Result = { passed: 0, failed: [] };
  const events = run({ files: [file] });
  events.on('test:pass', ({ name, details }) => {
    result.passed += 1;
    if (details.duration_ms > LONG_MS) print(`${Math.round(details.duration_ms / 1_000)} s: ${name}`);
  });
  events.on('test:fail', ({ name, details }) => {
    result.failed.push(name);
    const { cause, message } = details.error;
    print(`failed: ${name}\n${cause instanceof Error ? cause.stack : message}`);
  });
  events.on('test:stderr', ({ message }) => process.stderr.write(message));
  for await (const event of events) void event;
  return result;
}
