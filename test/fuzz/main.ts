// `pnpm fuzz` tries at random how an organization can harm others (docs/reliability.md), after the cases that once
// caused a fault.
import { parseArgs } from 'node:util';
import { exitWithUsage, readOptions } from '@workflow/test-harness';
import { ArenaKeeper } from './arena-keeper.ts';
import { fuzzOperation, type FuzzResult } from './fuzz-operation.ts';
import { fuzzServers, SERVERS } from './fuzz-servers.ts';
import { quantileMs } from './neighbour.ts';
import { OPERATIONS } from './operations/index.ts';
import { REGRESSIONS } from './regressions.ts';

const MAX_SEED = 1_000_000;
/** The neighbour's p99 may be this many times that of its quiet time, and at least LEAST_SLOW_MS. */
const TIMES_SLOWER = 10;
const LEAST_BOUND_MS = 1_500;
/** With fewer samples the p99 is the slowest one, which each case judges. */
const LEAST_SAMPLES = 100;
/** The share of the time for what servers send to steps. */
const SHARE_OF_SERVERS = 0.2;

const USAGE = `pnpm fuzz [--seed N] [--seconds N] [--shrink N] [--only NAME] [--path PATH]
    --seconds 0: only the cases that once did harm; --shrink: seconds spent on making a case smaller
    --path: one case of a seed`;
const options = readOptions(
  USAGE,
  () =>
    parseArgs({
      options: {
        seed: { type: 'string' },
        seconds: { type: 'string', default: process.env['FUZZ_SECONDS'] ?? '90' },
        shrink: { type: 'string', default: '60' },
        only: { type: 'string', default: '' },
        path: { type: 'string' },
      },
    }).values,
);
const seed = options.seed === undefined ? Math.floor(Math.random() * MAX_SEED) : Number(options.seed);
const isOnlyKnown = options.seconds === '0';
const operations = OPERATIONS.filter(({ name }) => !isOnlyKnown && name.includes(options.only));
const regressions = REGRESSIONS.filter(({ name }) => options.path === undefined && name.includes(options.only));
const servers = isOnlyKnown || options.path !== undefined ? [] : SERVERS.filter((name) => name.includes(options.only));
if (operations.length + regressions.length + servers.length === 0) exitWithUsage(USAGE, 'nothing has this name');

const counts = { passed: 0, failed: 0 };
const print = (text: string): void => void process.stdout.write(`${text}\n`);
function count(isPassed: boolean, text: string): void {
  counts[isPassed ? 'passed' : 'failed'] += 1;
  print(`${isPassed ? 'held' : 'FAILED'}: ${text}`);
}

const keeper = new ArenaKeeper();
try {
  for (const { name, act } of regressions) {
    const faults = await keeper.faultsOf(act);
    count(faults.length === 0, [name, ...faults].join('\n  '));
  }
  const serversMs = Number(options.seconds) * 1_000 * (operations.length === 0 ? 1 : SHARE_OF_SERVERS);
  const withinMs = (Number(options.seconds) * 1_000 - serversMs) / operations.length;
  print(`seed ${seed}`);
  for (const operation of operations) {
    const settings = { seed, path: options.path, withinMs, shrinkMs: Number(options.shrink) * 1_000 };
    const result = await fuzzOperation(operation, keeper, settings);
    count(result.failed === null, report(operation.name, result));
  }
  for await (const { name, cases, faults } of fuzzServers(servers, seed, serversMs))
    count(faults.length === 0, [`${name}: ${cases} changes of seed ${seed}`, ...faults].join('\n  '));
  judgeNeighbour();
} finally {
  await keeper.stop();
}
for (const fault of keeper.seenOnce) print(`seen once, and not again: ${fault}`);
for (const fault of keeper.notJudged) print(`not judged: ${fault}`);
print(`answers to the hostile organizations: ${JSON.stringify(keeper.statuses)}`);
print(`${counts.passed} passed, ${counts.failed} failed, 0 skipped`);
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;

function report(name: string, { cases, failed }: FuzzResult): string {
  if (failed === null) return `${name}: ${cases} cases of seed ${seed}`;
  const again = `pnpm fuzz --seed ${seed} --only '${name}' --path ${failed.path}`;
  return [
    `${name}, case ${cases} of seed ${seed}: ${failed.faults}`,
    `simplified ${failed.shrinks} times to ${failed.plan}`,
    `again: ${again}`,
  ].join('\n  ');
}

function judgeNeighbour(): void {
  const { quiet, busy } = keeper.samples;
  for (const kind of new Set(busy.map((sample) => sample.kind))) {
    const of = (samples: typeof busy): typeof busy => samples.filter((sample) => sample.kind === kind);
    if (of(busy).length < LEAST_SAMPLES) {
      print(`not judged: the neighbour's ${kind}, ${of(busy).length} times`);
      continue;
    }
    const [quietMs, busyMs] = [quantileMs(of(quiet), 0.99), quantileMs(of(busy), 0.99)];
    const mostMs = Math.max(LEAST_BOUND_MS, TIMES_SLOWER * quietMs);
    const figures = `p99 ${quietMs.toFixed(1)} → ${busyMs.toFixed(1)} ms (at most ${mostMs.toFixed(0)})`;
    count(busyMs <= mostMs, `the neighbour's ${kind}, ${of(busy).length} times: ${figures}`);
  }
}
