// `pnpm bench` compares the service with a floor measured in the same run, or with another commit
// (docs/performance.md).
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { isInstalled, readNames, readOptions, describeInstallation } from '@workflow/test-harness';
import { compareWithCommit } from './compared/compare-commits.ts';
import { comparisonTable } from './compared/figures.ts';
import { LOADS, USUAL_LOADS } from './compared/side-loads.ts';
import { jsonLine, rateChart, table } from './report.ts';
import type { Measurements, Row, RowResult } from './row.ts';
import { ROWS } from './rows/index.ts';

const USAGE = `pnpm bench [--quick] [--only ROW,…] [--chart FILE]
    rows in addition to the floor; --quick: the short form
pnpm bench --peers
    only this service and other engines, which are downloaded
pnpm bench --against COMMIT [--rounds 20] [--only LOAD,…] [--same-node]
    another commit and this working copy in turn; --same-node: both on this one's Node.js`;
const options = readOptions(
  USAGE,
  () =>
    parseArgs({
      options: {
        quick: { type: 'boolean', default: false },
        only: { type: 'string' },
        peers: { type: 'boolean', default: false },
        chart: { type: 'string' },
        against: { type: 'string' },
        rounds: { type: 'string', default: '20' },
        'same-node': { type: 'boolean', default: false },
      },
    }).values,
);
const { quick, chart } = options;
const only = readNames(
  USAGE,
  options.peers ? 'peers' : options.only,
  options.against === undefined ? ROWS.map(({ name }) => name) : LOADS,
);
// Other rows are compared with the floor, so it is always measured.
const wanted = ROWS.filter((row) =>
  only === null ? isUsual(row, quick) : row.name === 'floor' || only.includes(row.name),
);

// Every row is compared with the floor, which is measured while a service with its queue on Redis runs.
if (!isInstalled('redis-server')) {
  console.error(`pnpm bench cannot run: ${describeInstallation('redis-server')}`);
  process.exit(1);
}

if (options.against !== undefined) {
  const figures = await compareWithCommit({
    commit: options.against,
    rounds: Math.max(1, Number(options.rounds) || 1),
    loads: LOADS.filter((load) => (only ?? USUAL_LOADS).includes(load)),
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
