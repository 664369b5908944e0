// `pnpm bench [--quick] [--only NAME]`: measures the service against a floor of the same run (docs/performance.md).
import { parseArgs } from 'node:util';
import { jsonLine, table } from './report.ts';
import type { Measurements, RowResult } from './row.ts';
import { ROWS } from './rows/index.ts';

const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } } });
const wanted = ROWS.filter((row) => (options.quick ? row.quick : true) && (options.only === undefined || row.name === 'floor' || options.only.split(',').includes(row.name)));

const measurements: Measurements = { floorPerSecond: Number.NaN, acceptedPerSecond: Number.NaN };
const results: RowResult[] = [];
for (const row of wanted) {
  console.error(`${row.name} …`);
  results.push(...(await row.run(measurements, options.quick)));
}
console.log(table(results));
console.log(jsonLine(results));
process.exitCode = results.every((result) => result.passed) ? 0 : 1;
