import { runRequest, expectOnly } from '../../lab/lab-requests.ts';
import { Lab, type LabOptions } from '../../lab/lab.ts';
import { finishedSessions } from '../../lab/read-metrics.ts';
import { generateLoad } from '../../load/load.ts';
import { atLeast, round, type Measurements, type RowResult } from '../row.ts';
import { share } from './accept-rates.ts';

/** Sessions that may be posted and not finished: enough to keep every part busy, few enough to be no backlog. */
const MOST_UNFINISHED = 1_000;
const CONNECTIONS = 64;
const COUNT_EVERY_MS = 25;
const WARM_UP_SECONDS = 5;

/**
 * Sessions finished per second while they are posted at the same time. Posting follows finishing: it waits
 * while `MOST_UNFINISHED` are under way, so the backlog is as large at the end as at the beginning.
 */
export async function measureFinishRate(
  measurements: Measurements,
  { backend, seconds, bar, key }: { backend: LabOptions['backend']; seconds: number; bar: number; key: string },
): Promise<RowResult> {
  const lab = await Lab.start({ backend, executors: 1 });
  let finished = 0;
  let sent = 0;
  const counting = setInterval(() => void finishedSessions(lab).then((count) => (finished = count), () => undefined), COUNT_EVERY_MS);
  try {
    const request = await runRequest(lab);
    const mayPost = (): boolean => sent - finished < MOST_UNFINISHED && ((sent += 1), true);
    await generateLoad({ request, connections: CONNECTIONS, seconds: WARM_UP_SECONDS }, mayPost);
    const finishedBefore = await finishedSessions(lab);
    const since = performance.now();
    const load = await generateLoad({ request, connections: CONNECTIONS, seconds }, mayPost);
    const finishedAfter = await finishedSessions(lab);
    const rate = ((finishedAfter - finishedBefore) * 1000) / (performance.now() - since);
    expectOnly(200, load.statuses);
    const left = sent - finishedAfter;
    if (left > MOST_UNFINISHED) throw new Error(`${left} sessions were left behind`);
    const ratio = rate / measurements.floorPerSecond;
    return atLeast(
      `finished sessions ÷ floor, queue on ${backend === 'redis' ? 'Redis' : 'PostgreSQL'}`,
      { [`${key}PerSecond`]: Math.round(rate), [`${key}Ratio`]: round(ratio, 3) },
      ratio,
      bar,
      share(rate, measurements.floorPerSecond),
    );
  } finally {
    clearInterval(counting);
    await lab.stop();
  }
}
