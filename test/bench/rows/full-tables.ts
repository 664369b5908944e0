import { Lab } from '../../lab/lab.ts';
import { fillBacklog, fillFinished } from '../../lab/fill-sessions.ts';
import { expectOnly, runRequest } from '../../lab/lab-requests.ts';
import { finishedSessions } from '../../lab/read-metrics.ts';
import { runLoad } from '../../load/run-load.ts';
import { atLeast, atMost, round, type RowResult } from '../row.ts';
import { measureListLatency } from './list-latency.ts';

const RATIO_BAR = 0.9;
const LIST_P99_BAR_MS = 20;
const FINISHED = 5_000_000;
const WAITING = 1_000_000;
const FEW_WAITING = 10_000;
const ACCEPT_SECONDS = 10;
const DRAIN_SECONDS = 60;

/** Accept, drain and list with millions of sessions in the tables, against the same on an empty one. */
export async function measureFullTables(): Promise<RowResult[]> {
  const lab = await Lab.start({ backend: 'redis', executors: 0, postgresSettings: { shared_buffers: '512MB', max_wal_size: '4GB' } });
  try {
    const request = await runRequest(lab);
    const accept = async (): Promise<number> => {
      await runLoad({ request, connections: 64, seconds: 3 });
      const load = await runLoad({ request, connections: 64, seconds: ACCEPT_SECONDS });
      expectOnly(200, load.statuses);
      return load.perSecond;
    };
    const fill = (count: number) => lab.withDatabase((database) => fillBacklog(database, lab.organization.id, request.body, count));
    const empty = await accept();
    const forgetWaiting = () => lab.withDatabase((database) => database.query('TRUNCATE sessions, steps, dispatches, dispatch_windows'));

    await forgetWaiting();
    await fill(FEW_WAITING * DRAIN_SECONDS);
    const drainFew = await drain(lab);
    await forgetWaiting();
    await fill(WAITING);
    const waiting = await accept();
    const drainMany = await drain(lab);
    await forgetWaiting();
    await lab.withDatabase((database) => fillFinished(database, lab.organization.id, request.body, FINISHED));
    const finished = await accept();
    const listP99Ms = await measureListLatency(lab);
    return [
      atLeast('accept rate with 1,000,000 waiting ÷ empty', { acceptWithWaitingRatio: round(waiting / empty) }, waiting / empty, RATIO_BAR, round(waiting / empty).toFixed(2)),
      atLeast('accept rate with 5,000,000 finished ÷ empty', { acceptWithFinishedRatio: round(finished / empty) }, finished / empty, RATIO_BAR, round(finished / empty).toFixed(2)),
      atLeast('drain rate with 1,000,000 waiting ÷ with few', { drainRatio: round(drainMany / drainFew), drainPerSecond: Math.round(drainMany) }, drainMany / drainFew, RATIO_BAR, `${Math.round(drainMany)}/s = ${round(drainMany / drainFew).toFixed(2)}`),
      atMost('GET /v1/sessions p99, 5,000,000 sessions', { listP99Ms: round(listP99Ms) }, listP99Ms, LIST_P99_BAR_MS, `${round(listP99Ms)} ms`),
    ];
  } finally {
    await lab.stop();
  }
}

/** Sessions finished per second by one executor over the first minute, or until none are left. */
async function drain(lab: Lab): Promise<number> {
  const executor = await lab.addExecutor();
  const since = performance.now();
  const open = async (): Promise<boolean> =>
    lab.withDatabase(async (database) => (await database.query('SELECT 1 FROM sessions WHERE enqueued_at IS NULL LIMIT 1')).rowCount === 1);
  while (performance.now() - since < DRAIN_SECONDS * 1000 && (await open())) await new Promise((resolve) => setTimeout(resolve, 250));
  const rate = ((await finishedSessions(lab)) * 1000) / (performance.now() - since);
  await executor.stop();
  lab.forgetExecutors();
  return rate;
}
