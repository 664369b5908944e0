// `pnpm chaos` injects one fault at a time and checks the promise (docs/reliability.md).
import { parseArgs } from 'node:util';
import { isInstalled, exitWithUsage, readOptions } from '@workflow/test-harness';
import { attacks } from './faults/attacks.ts';
import { FAULTS } from './faults/index.ts';
import type { FaultSize } from './fault.ts';
import { runFaults } from './run-faults.ts';
import { summaryLine, summaryTable } from './summary.ts';

const USAGE = `pnpm chaos [--short] [--only NAME] [--from NAME] [--sessions N] [--seconds N] [--seed N]
    --only: the faults with that text in their name; --from: those from the first such one on
    --sessions: of faults with many; --seconds: for which a server is away; --seed: of the random kills`;
const options = readOptions(
  USAGE,
  () =>
    parseArgs({
      options: {
        short: { type: 'boolean', default: false },
        only: { type: 'string' },
        from: { type: 'string', default: '' },
        sessions: { type: 'string' },
        seconds: { type: 'string' },
        seed: { type: 'string' },
      },
    }).values,
);
const faults = [...FAULTS, ...attacks];
const first = faults.findIndex((fault) => fault.name.includes(options.from));
const wanted = faults
  .slice(first < 0 ? faults.length : first)
  .filter((fault) => (options.only === undefined ? !options.short || fault.short : fault.name.includes(options.only)));
if (wanted.length === 0) exitWithUsage(USAGE, 'no fault has this name');
const { short, sessions, seconds, seed } = options;
const size: FaultSize = {
  long: !short,
  of: (inLong, inShort) => (short ? inShort : inLong),
  ...(sessions !== undefined && { sessions: Number(sessions) }),
  ...(seconds !== undefined && { seconds: Number(seconds) }),
  ...(seed !== undefined && { seed: Number(seed) }),
};

const { results, leftOut } = await runFaults(wanted, {
  size,
  isInstalled,
  print: (line) => console.error(line),
  events: process,
});
console.log(summaryTable(results, leftOut));
console.log(summaryLine(results, leftOut));
// As in `pnpm test`, skipped faults are a failure when CI=true.
const mayLeaveOut = leftOut.length === 0 || process.env['CI'] !== 'true';
process.exitCode = results.length > 0 && results.every(({ passed }) => passed) && mayLeaveOut ? 0 : 1;
