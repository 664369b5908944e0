import { finishedSessions, Lab, waitFor, type BackendKind } from '@workflow/test-harness';
import { expectOnly, runRequest } from '../../load/lab-requests.ts';
import { PacedLoad } from '../../load/paced-load.ts';
import { runLoad } from '../../load/run-load.ts';
import { atLeast, BACKEND_NAMES, round, type Measurements, type RowResult } from '../row.ts';
import { share } from './accept-rates.ts';

const WARM_UP_SECONDS = 5;
const RUNS = 15_000;
const POST_WITHIN_SECONDS = 60;
const DRAINED_WITHIN_MS = 300_000;

export interface DrainRateOptions {
  backend: BackendKind;
  /** Null if another row has the bar for accepted runs. */
  acceptBar: number | null;
  drainBar: number;
  key: string;
}

/** Measures runs accepted per second while the executor is suspended, and finished per second after it was resumed. */
export async function measureDrainRate(
  measurements: Measurements,
  { backend, acceptBar, drainBar, key }: DrainRateOptions,
): Promise<RowResult[]> {
  const lab = await Lab.start({ backend, executors: 1 });
  const executor = lab.executors[0];
  try {
    const request = await runRequest(lab);
    await new PacedLoad(lab, request).run(WARM_UP_SECONDS);
    const before = await finishedSessions(lab);
    executor?.signal('SIGSTOP');
    const posted = await runLoad({ request, connections: 64, seconds: POST_WITHIN_SECONDS, most: RUNS });
    expectOnly(200, posted.statuses);
    executor?.signal('SIGCONT');
    const since = performance.now();
    // A few of the warm-up's last runs may end now as well, among thousands.
    const isDrained = async (): Promise<boolean> => (await finishedSessions(lab)) - before >= posted.answers;
    await waitFor(isDrained, { withinMs: DRAINED_WITHIN_MS, everyMs: 50, what: 'all sessions to end' });
    const drained = (posted.answers * 1000) / (performance.now() - since);
    const name = BACKEND_NAMES[backend];
    const row = (what: 'accepted' | 'drained', rate: number, bar: number): RowResult => {
      const ratio = rate / measurements.floorPerSecond;
      return atLeast(
        `${what === 'accepted' ? 'accepted runs, executor paused' : 'drained after a pause'} ÷ floor, ${name}`,
        { [`${key}${what}PerSecond`]: Math.round(rate), [`${key}${what}Ratio`]: round(ratio, 3) },
        ratio,
        bar,
        share(rate, measurements.floorPerSecond),
      );
    };
    const drainedRow = row('drained', drained, drainBar);
    return acceptBar === null ? [drainedRow] : [row('accepted', posted.perSecond, acceptBar), drainedRow];
  } finally {
    executor?.signal('SIGCONT');
    await lab.stop();
  }
}
