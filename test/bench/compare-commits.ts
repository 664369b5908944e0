import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from './row.ts';

const ROOT = join(import.meta.dirname, '../..');
const MOST_OUTPUT_BYTES = 16 * 1024 * 1024;

export interface CompareOptions {
  /** The commit to compare this working copy with, as Git takes it. */
  commit: string;
  /** How often both are measured, one after the other: single runs differ by a fifth. */
  rounds: number;
  /** Arguments of each run of the benchmark. */
  args: readonly string[];
  /** Both on the Node.js of this working copy; otherwise each on its own. */
  sameNode: boolean;
}

/** What a run of the benchmark printed, by the keys of its JSON line. */
type Figures = Readonly<Record<string, unknown>>;

/** One figure of both, over all rounds. */
export interface ComparedFigure {
  key: string;
  /** Medians. */
  before: number;
  now: number;
  /** Now ÷ before of the runs of one round, which an hour that is slow for both does not change. */
  ratio: number;
  leastRatio: number;
  mostRatio: number;
}

/**
 * Measures another commit and this working copy in turn.
 * @throws when the commit cannot be checked out or installed, or a run prints no figures
 */
export function compareWithCommit({ commit, rounds, args, sameNode }: CompareOptions): ComparedFigure[] {
  const folder = join(mkdtempSync(join(tmpdir(), 'workflow-bench-')), 'before');
  run('git', ['worktree', 'add', '--quiet', '--detach', folder, commit], ROOT);
  try {
    run('npx', ['-y', 'pnpm@12', 'install', '--frozen-lockfile', '--prefer-offline'], folder);
    const nodeOf = (root: string): string => join(sameNode ? ROOT : root, 'node_modules/.bin/node');
    const pairs = Array.from({ length: rounds }, (_, round) => {
      console.error(`round ${round + 1} of ${rounds} …`);
      return { before: measure(nodeOf(folder), folder, args), now: measure(nodeOf(ROOT), ROOT, args) };
    });
    return comparePairs(pairs);
  } finally {
    spawnSync('git', ['worktree', 'remove', '--force', folder], { cwd: ROOT });
    rmSync(join(folder, '..'), { recursive: true, force: true });
  }
}

/** The figures that every run has, in the order of the first one. */
export function comparePairs(pairs: readonly { before: Figures; now: Figures }[]): ComparedFigure[] {
  return Object.keys(pairs[0]?.before ?? {}).flatMap((key) => {
    const values = pairs.map(({ before, now }) => ({ before: before[key], now: now[key] }));
    if (!values.every(areNumbers)) return [];
    const ratios = values.map(({ before, now }) => now / before);
    return {
      key,
      before: median(values.map(({ before }) => before)),
      now: median(values.map(({ now }) => now)),
      ratio: median(ratios),
      leastRatio: Math.min(...ratios),
      mostRatio: Math.max(...ratios),
    };
  });
}

/** As a table for a terminal. */
export function comparisonTable(figures: readonly ComparedFigure[]): string {
  const width = Math.max(...figures.map(({ key }) => key.length));
  const lines = figures.map(({ key, before, now, ratio, leastRatio, mostRatio }) =>
    [
      key.padEnd(width),
      String(before).padStart(10),
      String(now).padStart(10),
      ratio.toFixed(2).padStart(6),
      `${leastRatio.toFixed(2)}–${mostRatio.toFixed(2)}`,
    ].join('  '),
  );
  return [`${''.padEnd(width)}      before         now   ratio  of the rounds`, ...lines].join('\n');
}

function areNumbers(pair: { before: unknown; now: unknown }): pair is { before: number; now: number } {
  return typeof pair.before === 'number' && typeof pair.now === 'number';
}

function measure(node: string, root: string, args: readonly string[]): Figures {
  // A bar that is missed ends the run with 1; its figures count all the same.
  const { stdout } = spawnSync(node, ['test/bench/main.ts', ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: MOST_OUTPUT_BYTES,
  });
  const line = stdout.trimEnd().split('\n').at(-1) ?? '';
  if (!line.startsWith('{')) throw new Error(`the benchmark in ${root} printed no figures`);
  return JSON.parse(line) as Figures;
}

function run(command: string, args: readonly string[], cwd: string): void {
  const { status } = spawnSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`);
}
