import { finishedSessions, type Lab, waitFor } from '@workflow/test-harness';
import { expectOnly, webhookRequest } from '../../load/lab-requests.ts';
import type { LoadRequest } from '../../load/load.ts';
import { runLoad } from '../../load/run-load.ts';
import { atLeast, round, type RowResult } from '../row.ts';
import { withLab } from '../with-lab.ts';

const DELIVERIES = 50_000;
const DELIVERIES_IN_SHORT = 5_000;
/** One in this many deliveries passes the filter. */
const PASSES = 100;
const CONNECTIONS = 64;
const BAR = 1;

const bodyOf = (type: string): string =>
  JSON.stringify({ type, order: { id: 42, total: 12.5, currency: 'EUR' }, customer: 'ada@example.com' });
const BODIES = Array.from({ length: PASSES }, (_, index) => bodyOf(index === 0 ? 'order.created' : 'order.viewed'));

/** Measures a burst of deliveries of which one percent passes the filter, compared with the same burst without one. */
export function measureFilterBurst(quick: boolean): Promise<RowResult> {
  return withLab({ backend: 'redis', executors: 1 }, async (lab) => {
    const burst = quick ? DELIVERIES_IN_SHORT : DELIVERIES;
    const all = await send(lab, await webhookRequest(lab, BODIES[0]!), burst);
    const filter = "request.body.type = 'order.created'";
    const some = await send(lab, await webhookRequest(lab, BODIES[0]!, { filter }), burst);
    const times = round(some.perSecond / all.perSecond);
    return atLeast(
      `deliveries/s of ${burst}, 1 % pass the filter ÷ all accepted`,
      {
        acceptedBurstPerSecond: Math.round(all.perSecond),
        acceptedBurstSessions: all.sessions,
        filteredBurstPerSecond: Math.round(some.perSecond),
        filteredBurstSessions: some.sessions,
        filteredBurstTimes: times,
      },
      times,
      BAR,
      `${rateOf(some)} ÷ ${rateOf(all)} = ${times}`,
    );
  });
}

interface Burst {
  perSecond: number;
  /** Rows of sessions that the burst wrote. */
  sessions: number;
}

/** Sends a burst, and waits until its sessions have ended. */
async function send(lab: Lab, request: LoadRequest, burst: number): Promise<Burst> {
  const bodies = { ...request, bodies: BODIES };
  const [before, finished] = [await countSessions(lab), await finishedSessions(lab)];
  const load = await runLoad({ request: bodies, connections: CONNECTIONS, seconds: 300, most: burst });
  expectOnly(202, load.statuses);
  const sessions = (await countSessions(lab)) - before;
  await waitFor(async () => (await finishedSessions(lab)) - finished >= sessions, { withinMs: 300_000 });
  return { perSecond: load.perSecond, sessions };
}

async function countSessions(lab: Lab): Promise<number> {
  return lab.withDatabase(async (database) => {
    const { rows } = await database.query<{ count: number }>('SELECT count(*)::int AS count FROM sessions');
    return rows[0]?.count ?? Number.NaN;
  });
}

function rateOf({ perSecond, sessions }: Burst): string {
  return `${Math.round(perSecond)}/s with ${sessions} sessions`;
}
