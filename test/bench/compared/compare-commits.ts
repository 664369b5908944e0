import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { BackendKind } from '@workflow/test-harness';
import { comparePairs, type ComparedFigure, type Figures } from './figures.ts';
import { RemoteSide } from './remote-side.ts';
import type { LoadName } from './side-loads.ts';

const ROOT = join(import.meta.dirname, '../../..');
/**
 * The files with which a version measures itself. They are copied into the tree of the other commit, which may lack
 * them.
 */
const SIDE_FILES = [
  'side.ts',
  'side-loads.ts',
  '../process-usage.ts',
  ...['capture-messages.ts', 'critical-path.ts', 'engine-process.ts'].map((file) => `../stages/${file}`),
];

export interface CompareOptions {
  /** The commit to compare this working copy with, in any form that Git accepts. */
  commit: string;
  /** How often both are measured in turn. Single measurements differ by a fifth. */
  rounds: number;
  /** Measured in this order. */
  loads: readonly LoadName[];
  /** true: both use the Node.js of this working copy. false: each uses its own. */
  sameNode: boolean;
}

/**
 * Starts another commit and this working copy, each on separate servers, and measures them in turn, seconds apart. The
 * speed of a machine may change within minutes by more than the difference of two versions. First with the queue on
 * Redis, then on PostgreSQL.
 *
 * @throws when the commit cannot be checked out, installed or started, or a load fails
 */
export async function compareWithCommit(options: CompareOptions): Promise<ComparedFigure[]> {
  const folder = join(mkdtempSync(join(tmpdir(), 'workflow-bench-')), 'before');
  run('git', ['worktree', 'add', '--quiet', '--detach', folder, options.commit], ROOT);
  try {
    run('npx', ['-y', 'pnpm@12', 'install', '--frozen-lockfile', '--prefer-offline'], folder);
    const here = relative(ROOT, import.meta.dirname);
    mkdirSync(join(folder, here), { recursive: true });
    for (const file of SIDE_FILES) cpSync(join(import.meta.dirname, file), join(folder, here, file));
    const figures: ComparedFigure[] = [];
    for (const backend of ['redis', 'postgres'] as const) figures.push(...(await compareOn(backend, folder, options)));
    return figures;
  } finally {
    spawnSync('git', ['worktree', 'remove', '--force', folder], { cwd: ROOT });
    rmSync(join(folder, '..'), { recursive: true, force: true });
  }
}

async function compareOn(
  backend: BackendKind,
  folder: string,
  { rounds, loads, sameNode }: CompareOptions,
): Promise<ComparedFigure[]> {
  const sides: RemoteSide[] = [];
  const start = async (root: string): Promise<RemoteSide> => {
    const node = join(sameNode ? ROOT : root, 'node_modules/.bin/node');
    const side = await RemoteSide.start(root, { node, backend });
    sides.push(side);
    return side;
  };
  try {
    const versions = { before: await start(folder), now: await start(ROOT) };
    const measure = async (what: string, of: readonly LoadName[]): Promise<ComparedFigure[]> => {
      const pairs: Pair[] = [];
      for (let round = 0; round < rounds; round += 1) {
        console.error(`queue on ${backend}, ${what}, round ${round + 1} of ${rounds} …`);
        pairs.push(await measureRound(versions, of, round));
      }
      return comparePairs(pairs);
    };
    // The start is measured first, because a service that just started is slow for a while. The queue does not change
    // it.
    const starts = backend === 'redis' && loads.includes('start') ? await measure('start', ['start']) : [];
    const others = loads.filter((load) => load !== 'start');
    await measureRound(versions, others, 0);
    const figures = [...(await measure('loads', others)), ...starts];
    return figures.map((figure) => ({ ...figure, key: `${backend}.${figure.key}` }));
  } finally {
    for (const side of sides) await side.stop();
  }
}

interface Pair {
  before: Figures;
  now: Figures;
}

/**
 * Measures each load of both versions in turn. They alternate in being second, because the first may leave work behind.
 */
async function measureRound(
  versions: Readonly<Record<keyof Pair, RemoteSide>>,
  loads: readonly LoadName[],
  round: number,
): Promise<Pair> {
  const pair: Pair = { before: {}, now: {} };
  for (const load of loads)
    for (const version of round % 2 > 0 ? (['now', 'before'] as const) : (['before', 'now'] as const))
      pair[version] = { ...pair[version], ...(await versions[version].measure(load)) };
  return pair;
}

function run(command: string, args: readonly string[], cwd: string): void {
  const { status } = spawnSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`);
}
