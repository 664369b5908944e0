// `pnpm chaos [--short] [--only NAME] [--from NAME]`: injects one fault at a time and checks the promise
// (docs/reliability.md); `--from` leaves out the faults before the first one with that name.
import { parseArgs } from 'node:util';
import { brokenOff, type FaultResult } from './fault.ts';
import { attacks } from './faults/attacks.ts';
import { FAULTS } from './faults/index.ts';
import { summaryLine, summaryTable } from './summary.ts';

const { values: options } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    only: { type: 'string' },
    from: { type: 'string', default: '' },
  },
});
const faults = [...FAULTS, ...attacks];
const first = faults.findIndex((fault) => fault.name.includes(options.from));
const wanted = faults
  .slice(first < 0 ? faults.length : first)
  .filter((fault) => (options.only === undefined ? !options.short || fault.short : fault.name.includes(options.only)));
if (wanted.length === 0) throw new Error('no fault has this name');
const size = { long: !options.short, of: (long: number, short: number) => (options.short ? short : long) };

const results: FaultResult[] = [];
for (const fault of wanted) {
  console.error(`${fault.name} …`);
  const result = await fault.run(size).catch((error: unknown) => brokenOff(fault, error));
  const { passed, accepted, recoverySeconds, notes } = result;
  console.error(
    `  ${passed ? 'held' : 'not held'}: ${accepted} accepted; recovered in ${recoverySeconds} s; ${notes.join('; ')}`,
  );
  results.push(result);
}
console.log(summaryTable(results));
console.log(summaryLine(results));
process.exitCode = results.every((result) => result.passed) ? 0 : 1;
