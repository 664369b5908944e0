// `pnpm chaos [--short] [--only NAME] [--from NAME] [--sessions N] [--seed N]`: injects one fault at a time and checks
// the promise (docs/reliability.md); `--from` leaves out the faults before the first one with that name, `--sessions`
// and `--seed` are of the random kills.
import { parseArgs } from 'node:util';
import { isInstalled } from '@workflow/test-harness';
import { attacks } from './faults/attacks.ts';
import { FAULTS } from './faults/index.ts';
import type { FaultSize } from './fault.ts';
import { runFaults } from './run-faults.ts';
import { summaryLine, summaryTable } from './summary.ts';

const { values: options } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    only: { type: 'string' },
    from: { type: 'string', default: '' },
    sessions: { type: 'string' },
    seed: { type: 'string' },
  },
});
const faults = [...FAULTS, ...attacks];
const first = faults.findIndex((fault) => fault.name.includes(options.from));
const wanted = faults
  .slice(first < 0 ? faults.length : first)
  .filter((fault) => (options.only === undefined ? !options.short || fault.short : fault.name.includes(options.only)));
if (wanted.length === 0) throw new Error('no fault has this name');
const { short, sessions, seed } = options;
const size: FaultSize = {
  long: !short,
  of: (inLong, inShort) => (short ? inShort : inLong),
  ...(sessions !== undefined && { sessions: Number(sessions) }),
  ...(seed !== undefined && { seed: Number(seed) }),
};

const { results, leftOut } = await runFaults(wanted, {
  size,
  isInstalled,
  say: (line) => console.error(line),
  events: process,
});
console.log(summaryTable(results, leftOut));
console.log(summaryLine(results, leftOut));
// As in `pnpm test`, what was left out is a failure where everything has to run.
const mayLeaveOut = leftOut.length === 0 || process.env['CI'] !== 'true';
process.exitCode = results.length > 0 && results.every(({ passed }) => passed) && mayLeaveOut ? 0 : 1;
