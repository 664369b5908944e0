import { finishedSessions, type BackendKind } from '@workflow/test-harness';
import { expectOnly, runRequest } from '../../load/lab-requests.ts';
import { PacedLoad } from '../../load/paced-load.ts';
import { cpuPerMillion, readLabCpu, type LabCpu } from '../process-usage.ts';
import { atLeast, BACKEND_NAMES, round, type Measurements, type RowResult } from '../row.ts';
import { share } from './accept-rates.ts';
import { withLab } from '../with-lab.ts';

const WARM_UP_SECONDS = 5;

export interface FinishRateOptions {
  backend: BackendKind;
  seconds: number;
  bar: number;
  /** The first part of the keys in the JSON line. */
  key: string;
}

/**
 * Measures sessions finished per second while runs are posted at the same rate, so that the backlog does not grow, and
 * the CPU seconds per million sessions by process.
 */
export function measureFinishRate(
  measurements: Measurements,
  { backend, seconds, bar, key }: FinishRateOptions,
): Promise<RowResult[]> {
  return withLab({ backend, executors: 1 }, async (lab) => {
    const paced = new PacedLoad(lab, await runRequest(lab));
    await paced.run(WARM_UP_SECONDS);
    const [cpu, before] = [readLabCpu(lab), await finishedSessions(lab)];
    const { finishedPerSecond, left, statuses } = await paced.run(seconds);
    const cost = cpuPerMillion(lab, cpu, (await finishedSessions(lab)) - before);
    expectOnly(200, statuses);
    if (left > paced.mostUnfinished) throw new Error(`${left} sessions were left behind`);
    const ratio = finishedPerSecond / measurements.floorPerSecond;
    const name = BACKEND_NAMES[backend];
    const rate = atLeast(
      `finished sessions ÷ floor, ${name}`,
      { [`${key}PerSecond`]: Math.round(finishedPerSecond), [`${key}Ratio`]: round(ratio, 3) },
      ratio,
      bar,
      share(finishedPerSecond, measurements.floorPerSecond),
    );
    return [rate, ...ofInserts(measurements, finishedPerSecond, key, name), costRow(cost, key, name)];
  });
}

function ofInserts(
  { insertedPerSecond }: Measurements,
  finishedPerSecond: number,
  key: string,
  name: string,
): RowResult[] {
  if (Number.isNaN(insertedPerSecond)) return [];
  const ratio = finishedPerSecond / insertedPerSecond;
  return [
    {
      title: `finished sessions ÷ rows of batched inserts, ${name}`,
      values: { [`${key}OfInserts`]: round(ratio, 3) },
      measured: share(finishedPerSecond, insertedPerSecond),
      bar: 'shown',
      passed: true,
    },
  ];
}

function costRow(cost: LabCpu, key: string, name: string): RowResult {
  const { ingress, executor, redis, postgres } = cost;
  const total = ingress + executor + redis + postgres;
  return {
    title: `CPU seconds per million finished, ${name}`,
    values: Object.fromEntries(Object.entries(cost).map(([process, seconds]) => [`${key}Cpu_${process}`, seconds])),
    measured: `${total}: ingress ${ingress}, executor ${executor}, Redis ${redis}, PostgreSQL ${postgres}`,
    bar: 'shown',
    passed: true,
  };
}
