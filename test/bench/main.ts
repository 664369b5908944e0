// `pnpm bench [--quick] [--only NAME,…] [--peers] [--chart FILE] [--against COMMIT [--rounds 5] [--same-node]]`
// Compares the service with a floor measured in the same run (docs/performance.md).
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { isInstalled, sayHowToHave } from '@workflow/test-harness';
import { compareWithCommit, comparisonTable } from './compare-commits.ts';
import { jsonLine, rateChart, table } from './report.ts';
import type { Measurements, Row, RowResult } from './row.ts';
import { ROWS } from './rows/index.ts';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    // Other engines beside this service, and nothing else: they are downloaded for it.
    peers: { type: 'boolean', default: false },
    chart: { type: 'string' },
    // Another commit beside this working copy, in turn; on their own versions of Node.js, or on this one.
    against: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    'same-node': { type: 'boolean', default: false },
  },
});
const { quick, chart } = options;
const only = options.peers ? 'peers' : options.only;
// Other rows are compared with the floor, so it is always measured.
const wanted = ROWS.filter((row) =>
  only === undefined ? isUsual(row, quick) : row.name === 'floor' || only.split(',').includes(row.name),
);

// Every row is compared with the floor, which is measured beside a service with its queue on Redis.
if (!isInstalled('redis-server')) {
  console.error(`pnpm bench cannot run: ${sayHowToHave('redis-server')}`);
  process.exit(1);
}

if (options.against !== undefined) {
  const args = [...(quick ? ['--quick'] : []), ...(only === undefined ? [] : ['--only', only])];
  const figures = compareWithCommit({
    commit: options.against,
    rounds: Math.max(1, Number(options.rounds) || 1),
    args,
    sameNode: options['same-node'],
  });
  console.log(comparisonTable(figures));
  console.log(JSON.stringify(figures));
  process.exit(0);
}

const measurements: Measurements = {
  floorPerSecond: Number.NaN,
  acceptedPerSecond: Number.NaN,
  insertedPerSecond: Number.NaN,
  waitedPerSecond: Number.NaN,
};
const results: RowResult[] = [];
for (const row of wanted) {
  console.error(`${row.name} …`);
  for (const result of await row.run(measurements, quick)) {
    console.error(`  ${result.title}: ${result.measured} (${result.bar}) ${result.passed ? '' : 'MISSED'}`);
    results.push(result);
  }
}
console.log(table(results));
console.log(jsonLine(results));
if (chart !== undefined) writeFileSync(chart, rateChart(results));
process.exitCode = results.every((result) => result.passed) ? 0 : 1;

function isUsual(row: Row, inQuick: boolean): boolean {
  return row.when === 'always' || (row.when === 'full' && !inQuick);
}
