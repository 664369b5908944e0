import { expectOnly, runRequest } from '../../load/lab-requests.ts';
import { runLoad } from '../../load/run-load.ts';
import { atMost, median, round, type Measurements, type RowResult } from '../row.ts';
import { withLab } from '../with-lab.ts';

const P99_BAR_MS = 20;
const RUNS = 3;

/** Measures an open loop at half the accept rate. Latency counts from the time at which a request was due. */
export function measureAnswerLatency(measurements: Measurements): Promise<RowResult> {
  return withLab({ backend: 'redis', executors: 0 }, async (lab) => {
    const request = await runRequest(lab);
    const ratePerSecond = measurements.acceptedPerSecond / 2;
    await runLoad({ request, connections: 256, seconds: 10, ratePerSecond });
    const p50: number[] = [];
    const p99: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const load = await runLoad({ request, connections: 256, warmUpSeconds: 2, seconds: 20, ratePerSecond });
      expectOnly(200, load.statuses);
      p50.push(load.p50Ms);
      p99.push(load.p99Ms);
    }
    const values = { answerP50Ms: round(median(p50)), answerP99Ms: round(median(p99)) };
    return atMost(
      'answer p99 at half the accept rate',
      values,
      median(p99),
      P99_BAR_MS,
      `${values.answerP99Ms} ms (p50 ${values.answerP50Ms} ms)`,
    );
  });
}
