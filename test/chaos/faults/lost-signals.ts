import { setTimeout as pause } from 'node:timers/promises';
import { Lab, transformWorkflow } from '@workflow/test-harness';
import { runRequest } from '../../load/lab-requests.ts';
import type { LoadRequest } from '../../load/load.ts';
import { noCrashCounted } from '../ended-bars.ts';
import type { Fault, FaultResult, FaultSize } from '../fault.ts';
import { judge } from '../judge.ts';
import { postRuns } from '../post-runs.ts';
import { watchInvariants } from '../watch-invariants.ts';

const RATE = 50;
const BETWEEN_MS = 1_000;
/** Waiting callers are answered as fast as before: at most this many times as long, or this much longer. */
const MOST_TIMES = 2;
const MOST_MORE_MS = 20;
/** A caller that no signal reaches waits for 10 s. */
const DEAF_MS = 5_000;

interface Blow {
  name: string;
  short: boolean;
  backend: 'redis' | 'postgres';
  /** Ends something that listens or waits on the queue. */
  strike(lab: Lab): Promise<void>;
}

const BLOWS: Blow[] = [
  // BullMQ issue 4729, pg-boss issue 850: the connection that listens is never opened again.
  { name: 'PostgreSQL ends all connections, queue on PostgreSQL', short: true, backend: 'postgres', strike: endAll },
  { name: 'PostgreSQL ends all connections, queue on Redis', short: false, backend: 'redis', strike: endAll },
  // n8n issue 35219: executors work, and their answers never reach the callers.
  {
    name: 'Redis ends the connections of subscribers',
    short: true,
    backend: 'redis',
    strike: async ({ redis }) => {
      await redis!.command('CLIENT KILL TYPE pubsub');
    },
  },
  // BullMQ issues 648 and 3088: a worker whose blocking command fails never takes a job again.
  {
    name: 'Redis fails blocking commands',
    short: false,
    backend: 'redis',
    strike: async ({ redis }) => {
      const clients = await redis!.command('CLIENT LIST');
      const blocked = [...clients.matchAll(/id=(\d+) .*flags=\S*b/g)].map(([, id]) => id);
      for (const id of blocked) await redis!.command(`CLIENT UNBLOCK ${id} ERROR`);
    },
  },
];

async function endAll(lab: Lab): Promise<void> {
  await lab.withDatabase(async (database) => {
    await database.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE backend_type = 'client backend' AND datname = current_database() AND pid <> pg_backend_pid()`);
  });
}

/** Ends connections and blocking commands again and again. Later callers wait no longer than earlier ones. */
export const lostSignals: Fault[] = BLOWS.map((blow) => ({
  name: blow.name,
  short: blow.short,
  share: 0.5,
  run: (size) => runFault(blow, size),
}));

async function runFault({ name, backend, strike }: Blow, size: FaultSize): Promise<FaultResult> {
  const lab = await Lab.start({ backend, executors: 2, prepareDatabase: watchInvariants });
  try {
    const request = await runRequest(lab, transformWorkflow(), { Prefer: 'wait=10' });
    await measureWait(request, size);
    const before = await measureWait(request, size);
    let over = false;
    const posts = postRuns({ requests: [request], total: Infinity, ratePerSecond: RATE, until: () => over });
    for (let times = 0; times < size.of(20, 5); times += 1) {
      await strike(lab);
      await pause(BETWEEN_MS);
    }
    over = true;
    const posted = await posts;
    const after = await measureWait(request, size);
    const restarts = [...lab.executors, ...lab.ingresses].flatMap(({ exits }) => exits).length;
    const most = Math.max(MOST_TIMES * before.medianMs, before.medianMs + MOST_MORE_MS);
    return await judge(lab, {
      name,
      accepted: [...before.accepted, ...posted.accepted, ...after.accepted],
      withinSeconds: 60,
      bars: [
        { text: `answers ${JSON.stringify(posted.statuses)}`, met: Object.keys(posted.statuses).join() === '200' },
        // The short form runs together with other tests, so its times mean little.
        { text: `slowest ${Math.round(posted.slowestMs)} ms`, met: posted.slowestMs < 10_000 || !size.long },
        {
          text: `one caller waits ${before.medianMs.toFixed(1)} → ${after.medianMs.toFixed(1)} ms`,
          met: after.medianMs <= (size.long ? most : DEAF_MS),
        },
        { text: `${restarts} restarts`, met: restarts === 0 },
      ],
      barsAtEnd: async (database) => [await noCrashCounted(database)],
    });
  } finally {
    await lab.stop();
  }
}

async function measureWait(request: LoadRequest, size: FaultSize) {
  const posted = await postRuns({
    requests: [request],
    total: size.of(200, 50),
    ratePerSecond: 20,
    connections: 1,
  });
  return { accepted: posted.accepted, medianMs: posted.latencies.quantileMs(0.5) };
}
