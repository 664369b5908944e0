// `pnpm chaos [--short] [--only NAME]`: injects one fault at a time and checks the promise (docs/reliability.md).
import { parseArgs } from 'node:util';
import type { FaultResult } from './fault.ts';
import { attacks } from './faults/attacks.ts';
import { FAULTS } from './faults/index.ts';
import { summaryLine, summaryTable } from './summary.ts';

const { values: options } = parseArgs({
  options: { short: { type: 'boolean', default: false }, only: { type: 'string' } },
});
const wanted = [...FAULTS, ...attacks].filter((fault) =>
  options.only === undefined ? !options.short || fault.short : fault.name.includes(options.only),
);
const size = { long: !options.short, of: (long: number, short: number) => (options.short ? short : long) };

const results: FaultResult[] = [];
for (const fault of wanted) {
  console.error(`${fault.name} …`);
  const result = await fault.run(size);
  console.error(`  ${result.passed ? 'held' : 'not held'}: ${result.notes.join('; ')}`);
  results.push(result);
}
console.log(summaryTable(results));
console.log(summaryLine(results));
process.exitCode = results.every((result) => result.passed) ? 0 : 1;
