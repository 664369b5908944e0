import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Offsets from the real time, in the format of libfaketime. */
const OFFSETS = ['+5m', '+0m', '-5m'] as const;
const RIGHT = '+0m';
const STEP_EVERY_MS = 3_000;
/** After this time, each clock has had each offset. */
export const CYCLE_SECONDS = (STEP_EVERY_MS * OFFSETS.length) / 1_000;

/** The clocks of programs. Each follows a file, which libfaketime reads at each look at the clock. */
export class ProgramClocks {
  readonly #folder = mkdtempSync(join(tmpdir(), 'workflow-clocks-'));
  readonly #files: string[] = [];

  constructor() {
    // PostgreSQL runs under another account when this process is root.
    chmodSync(this.#folder, 0o755);
  }

  /** Returns the command that starts a program with a separate clock. Its timers follow a clock that never steps. */
  wrap(name: string): string[] {
    return ['env', ...Object.entries(this.environment(name)).map(([variable, value]) => `${variable}=${value}`)];
  }

  /** Returns the variables that give a program a separate clock. */
  environment(name: string): Record<string, string> {
    const file = join(this.#folder, name);
    setClock(file, RIGHT);
    this.#files.push(file);
    const { stdout } = spawnSync('faketime', ['-f', RIGHT, 'printenv', 'LD_PRELOAD'], { encoding: 'utf8' });
    return {
      LD_PRELOAD: stdout.trim(),
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
  }

  /** Sets each clock again and again until `stop`, which sets them right and returns the number of steps. */
  step(): { stop(): number } {
    let steps = 0;
    const timer = setInterval(() => {
      for (const [index, file] of this.#files.entries()) setClock(file, OFFSETS[(steps + index) % OFFSETS.length]!);
      steps += 1;
    }, STEP_EVERY_MS);
    return {
      stop: () => {
        clearInterval(timer);
        for (const file of this.#files) setClock(file, RIGHT);
        return steps;
      },
    };
  }

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Replaces the file, so that no program reads an empty one. */
function setClock(file: string, offset: string): void {
  writeFileSync(`${file}.next`, offset);
  renameSync(`${file}.next`, file);
}
