// Runs the checks of this folder, or of the one that the argument names. Prints the slowest checks, and the same last
// line as `pnpm test`.
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { run } from 'node:test';

const LONG_MS = 5_000;
const counts = { passed: 0, failed: 0 };
const folder = join(import.meta.dirname, process.argv[2] ?? '.');
const files = globSync('*.check.ts', { cwd: folder }).map((file) => join(folder, file));
const events = run({ files });
events.on('test:pass', ({ name, details }) => {
  counts.passed += 1;
  if (details.duration_ms > LONG_MS) process.stdout.write(`${Math.round(details.duration_ms / 1_000)} s: ${name}\n`);
});
events.on('test:fail', ({ name, details }) => {
  counts.failed += 1;
  process.stdout.write(
    `failed: ${name}\n${details.error.cause instanceof Error ? details.error.cause.stack : details.error.message}\n`,
  );
});
events.on('test:stderr', ({ message }) => process.stderr.write(message));
for await (const event of events) void event;
process.stdout.write(`${counts.passed} passed, ${counts.failed} failed, 0 skipped\n`);
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;
