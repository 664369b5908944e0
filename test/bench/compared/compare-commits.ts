import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { comparePairs, type ComparedFigure, type Figures } from './figures.ts';
import { RemoteSide } from './remote-side.ts';
import { ROUND_LOADS, type Backend, type LoadName } from './side-loads.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** What a version runs to measure itself. They are copied into the other commit's tree, which may not have them. */
const SIDE_FILES = ['side.ts', 'side-loads.ts'];

export interface CompareOptions {
  /** The commit to compare this working copy with, as Git takes it. */
  commit: string;
  /** How often both are measured, in turn: single readings differ by a fifth. */
  rounds: number;
  /** Loads to measure. */
  only: readonly string[];
  /** Both on the Node.js of this working copy; otherwise each on its own. */
  sameNode: boolean;
}

/**
 * Starts another commit and this working copy side by side, each on servers of its own, and measures them in turn,
 * seconds apart: the speed of a machine may change within minutes by more than two versions differ. First with the
 * queue on Redis, then on PostgreSQL.
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
  backend: Backend,
  folder: string,
  { rounds, only, sameNode }: CompareOptions,
): Promise<ComparedFigure[]> {
  const wanted = (load: LoadName): boolean => only.includes(load);
  const sides: RemoteSide[] = [];
  const start = async (root: string): Promise<RemoteSide> => {
    const side = await RemoteSide.start(root, {
      node: join(sameNode ? ROOT : root, 'node_modules/.bin/node'),
      backend,
    });
    sides.push(side);
    return side;
  };
  try {
    const before = await start(folder);
    const now = await start(ROOT);
    const pairs: { before: Figures; now: Figures }[] = [];
    const inTurn = async (load: LoadName, round: number): Promise<{ before: Figures; now: Figures }> => {
      // Neither is always the second one, which the first may leave work of the machine to.
      if (round % 2 > 0) return { now: await now.measure(load), before: await before.measure(load) };
      return { before: await before.measure(load), now: await now.measure(load) };
    };
    // The start comes first: a service that just started is slow for a while.
    const starts: typeof pairs = [];
    if (backend === 'redis' && wanted('start'))
      for (let round = 0; round < rounds; round += 1) starts.push(await inTurn('start', round));
    for (const load of ROUND_LOADS) if (wanted(load)) await inTurn(load, 0);
    for (let round = 0; round < rounds; round += 1) {
      console.error(`queue on ${backend}, round ${round + 1} of ${rounds} …`);
      const pair: { before: Record<string, number>; now: Record<string, number> } = { before: {}, now: {} };
      for (const load of ROUND_LOADS.filter(wanted)) {
        const measured = await inTurn(load, round);
        Object.assign(pair.before, measured.before);
        Object.assign(pair.now, measured.now);
      }
      pairs.push(pair);
    }
    return [...comparePairs(pairs), ...comparePairs(starts)].map((figure) => ({
      ...figure,
      key: `${backend}.${figure.key}`,
    }));
  } finally {
    for (const side of sides) await side.stop();
  }
}

function run(command: string, args: readonly string[], cwd: string): void {
  const { status } = spawnSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`);
}
