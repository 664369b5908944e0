import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

/** Computes for so long at once, and then leaves the loop a turn to look. */
const PROGRAM = `
  const until = (ms) => { while (process.cpuUsage().user / 1000 < ms); };
  setTimeout(() => { until(process.cpuUsage().user / 1000 + 300); setTimeout(() => {}, 100); }, 100);
`;

test('a loop that stood still is recorded with the time of its CPU', () => {
  const folder = mkdtempSync(join(tmpdir(), 'workflow-watch-loop-'));
  try {
    execFileSync(process.execPath, ['--import', join(import.meta.dirname, 'watch-loop.ts'), '--eval', PROGRAM], {
      env: { ...process.env, LOOP_RECORDS: folder },
    });
    const [file] = readdirSync(folder);
    const stoodMs = readFileSync(join(folder, file!), 'utf8').trimEnd().split('\n').map(Number);
    expect(Math.max(...stoodMs)).toBeGreaterThan(250);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
