// `pnpm chaos` injects faults and checks the promise (docs/reliability.md).
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundledProgram, exitWithUsage, isInstalled, readOptions } from '@workflow/test-harness';
import { FAULTS } from './faults/index.ts';
import { runFaults } from './run-faults.ts';
import { runInProcess } from './run-in-process.ts';
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
const first = FAULTS.findIndex((fault) => fault.name.includes(options.from));
const wanted = FAULTS.slice(first < 0 ? FAULTS.length : first).filter((fault) =>
  options.only === undefined ? !options.short || fault.short : fault.name.includes(options.only),
);
if (wanted.length === 0) exitWithUsage(USAGE, 'no fault has this name');
const { short, sessions, seconds, seed } = options;
const size = {
  short,
  ...(sessions !== undefined && { sessions: Number(sessions) }),
  ...(seconds !== undefined && { seconds: Number(seconds) }),
  ...(seed !== undefined && { seed: Number(seed) }),
};

const since = performance.now();
// The faults' processes would bundle the services at the same time.
await bundledProgram('ingress');
const { results, leftOut } = await runFaults(wanted, {
  runFault: (fault) => runInProcess(fault, join(import.meta.dirname, 'faults/index.ts'), size),
  isInstalled,
  print: (line) => console.error(line),
});
console.log(summaryTable(results, leftOut));
console.log(summaryLine(results, leftOut, Math.round((performance.now() - since) / 1_000)));
// As in `pnpm test`, skipped faults are a failure when CI=true.
const mayLeaveOut = leftOut.length === 0 || process.env['CI'] !== 'true';
process.exitCode = results.length > 0 && results.every(({ passed }) => passed) && mayLeaveOut ? 0 : 1;
