import { type Lab, transformWorkflow } from '@workflow/test-harness';
import { LatencyHistogram } from '../../load/latency-histogram.ts';
import { expectOnly, runRequest } from '../../load/lab-requests.ts';
import { runLoad } from '../../load/run-load.ts';
import { median, round, type RowResult } from '../row.ts';
import { withLab } from '../with-lab.ts';

const P50_BAR_MS = 6;
const P99_BAR_MS = 12;
const RUNS = 3;
const SECONDS = 8;
const COMMITS = 500;

/** Measures `Prefer: wait` on one connection, from the request to the output of the finished session. */
export function measureWaitLatency(): Promise<RowResult> {
  return withLab({ backend: 'redis', executors: 1 }, async (lab) => {
    const request = await runRequest(lab, transformWorkflow(), { Prefer: 'wait=10' });
    await runLoad({ request, connections: 1, seconds: 3 });
    const p50: number[] = [];
    const p99: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const load = await runLoad({ request, connections: 1, seconds: SECONDS });
      expectOnly(200, load.statuses);
      p50.push(load.p50Ms);
      p99.push(load.p99Ms);
    }
    const commit = await measureCommit(lab);
    const values = { waitP50Ms: round(median(p50)), waitP99Ms: round(median(p99)), commitP50Ms: round(commit) };
    return {
      title: 'Prefer: wait, one connection',
      values,
      measured: `p50 ${values.waitP50Ms} ms, p99 ${values.waitP99Ms} ms (one commit ${values.commitP50Ms} ms)`,
      bar: `p50 ≤ ${P50_BAR_MS} ms, p99 ≤ ${P99_BAR_MS} ms`,
      passed: median(p50) <= P50_BAR_MS && median(p99) <= P99_BAR_MS,
    };
  });
}

/** Returns the median time of a one-row commit of PostgreSQL, in milliseconds. */
export function measureCommit(lab: Lab): Promise<number> {
  return lab.withDatabase(async (database) => {
    await database.query('CREATE TABLE commit_latency (n int)');
    const latencies = new LatencyHistogram();
    for (let commit = 0; commit < COMMITS; commit += 1) {
      const since = performance.now();
      await database.query('INSERT INTO commit_latency VALUES ($1)', [commit]);
      latencies.record(performance.now() - since);
    }
    return latencies.quantileMs(0.5);
  });
}
