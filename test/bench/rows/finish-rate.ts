import { Lab, type LabOptions } from '../../lab/lab.ts';
import { expectOnly, runRequest } from '../../lab/lab-requests.ts';
import { PacedLoad } from '../../lab/paced-load.ts';
import { atLeast, round, type Measurements, type RowResult } from '../row.ts';
import { share } from './accept-rates.ts';

const WARM_UP_SECONDS = 5;

/** Sessions finished per second while they are posted at the same time, the backlog no larger at the end. */
export async function measureFinishRate(
  measurements: Measurements,
  { backend, seconds, bar, key }: { backend: LabOptions['backend']; seconds: number; bar: number; key: string },
): Promise<RowResult> {
  const lab = await Lab.start({ backend, executors: 1 });
  try {
    const paced = new PacedLoad(lab, await runRequest(lab));
    await paced.run(WARM_UP_SECONDS);
    const { finishedPerSecond, left, statuses } = await paced.run(seconds);
    expectOnly(200, statuses);
    if (left > paced.mostUnfinished) throw new Error(`${left} sessions were left behind`);
    const ratio = finishedPerSecond / measurements.floorPerSecond;
    return atLeast(
      `finished sessions ÷ floor, queue on ${backend === 'redis' ? 'Redis' : 'PostgreSQL'}`,
      { [`${key}PerSecond`]: Math.round(finishedPerSecond), [`${key}Ratio`]: round(ratio, 3) },
      ratio,
      bar,
      share(finishedPerSecond, measurements.floorPerSecond),
    );
  } finally {
    await lab.stop();
  }
}
