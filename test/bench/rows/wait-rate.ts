import { transformWorkflow, type BackendKind } from '@workflow/test-harness';
import { expectOnly, runRequest } from '../../load/lab-requests.ts';
import { runLoad } from '../../load/run-load.ts';
import { BACKEND_NAMES, round, type Measurements, type RowResult } from '../row.ts';
import { share } from './accept-rates.ts';
import { withLab } from '../with-lab.ts';

export { measureRespondRate } from './respond-rate.ts';

const CONNECTIONS = 64;
const WARM_UP_SECONDS = 6;
/** The p99 may be this many times the p50. */
const P99_OF_P50 = 4;
const OPEN_LOOP_SECONDS = 20;
const OPEN_LOOP_P99_MS = 40;
/** On a slower machine, or in a slower hour, the bar of the open loop means nothing. */
const OPEN_LOOP_FLOOR = 13_000;

export interface WaitRateOptions {
  backend: BackendKind;
  seconds: number;
  bar: number;
  key: string;
}

/**
 * Measures `Prefer: wait` on 64 connections. Each starts its next run when it has received the output of the previous
 * one.
 */
export function measureWaitRate(
  measurements: Measurements,
  { backend, seconds, bar, key }: WaitRateOptions,
): Promise<RowResult> {
  return withLab({ backend, executors: 1 }, async (lab) => {
    const request = await runRequest(lab, transformWorkflow(), { Prefer: 'wait=10' });
    await runLoad({ request, connections: CONNECTIONS, seconds: WARM_UP_SECONDS });
    const load = await runLoad({ request, connections: CONNECTIONS, seconds });
    expectOnly(200, load.statuses);
    if (backend === 'redis') measurements.waitedPerSecond = load.perSecond;
    const ratio = load.perSecond / measurements.floorPerSecond;
    const values = {
      [`${key}PerSecond`]: Math.round(load.perSecond),
      [`${key}Ratio`]: round(ratio, 3),
      [`${key}P50Ms`]: round(load.p50Ms),
      [`${key}P99Ms`]: round(load.p99Ms),
    };
    return {
      title: `Prefer: wait ÷ floor, ${CONNECTIONS} connections, ${BACKEND_NAMES[backend]}`,
      values,
      measured:
        `${share(load.perSecond, measurements.floorPerSecond)}, ` +
        `p50 ${round(load.p50Ms, 1)} ms, p99 ${round(load.p99Ms, 1)} ms`,
      bar: `≥ ${bar}, p99 ≤ ${P99_OF_P50} × p50`,
      passed: ratio >= bar && load.p99Ms <= P99_OF_P50 * load.p50Ms,
    };
  });
}

/** Measures an open loop at half that rate. The time of a request counts from when it was due. */
export function measureOpenLoopWait(measurements: Measurements): Promise<RowResult> {
  return withLab({ backend: 'redis', executors: 1 }, async (lab) => {
    const request = await runRequest(lab, transformWorkflow(), { Prefer: 'wait=10' });
    await runLoad({ request, connections: CONNECTIONS, seconds: WARM_UP_SECONDS });
    const ratePerSecond = measurements.waitedPerSecond / 2;
    const load = await runLoad({
      request,
      connections: 256,
      warmUpSeconds: 2,
      seconds: OPEN_LOOP_SECONDS,
      ratePerSecond,
    });
    expectOnly(200, load.statuses);
    const isJudged = measurements.floorPerSecond >= OPEN_LOOP_FLOOR;
    const remark = isJudged ? '' : ', the floor is below its bar';
    return {
      title: 'Prefer: wait at half that rate, open loop',
      values: { waitedOpenP50Ms: round(load.p50Ms), waitedOpenP99Ms: round(load.p99Ms) },
      measured:
        `p50 ${round(load.p50Ms, 1)} ms, p99 ${round(load.p99Ms, 1)} ms ` +
        `at ${Math.round(ratePerSecond)}/s${remark}`,
      bar: `p99 ≤ ${OPEN_LOOP_P99_MS} ms where the floor is ≥ ${OPEN_LOOP_FLOOR}/s`,
      passed: !isJudged || load.p99Ms <= OPEN_LOOP_P99_MS,
    };
  });
}
