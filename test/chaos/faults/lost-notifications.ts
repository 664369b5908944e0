import { setTimeout as pause } from 'node:timers/promises';
import { transformWorkflow, type Lab } from '@workflow/test-harness';
import { runRequest } from '../../load/lab-requests.ts';
import type { LoadRequest } from '../../load/load.ts';
import { noCrashCounted, noServiceEnded, onlyAccepted, timeBar } from '../bars.ts';
import type { Verdict } from '../judge.ts';
import { labFault, type FaultRun } from '../lab-fault.ts';
import type { FaultSize } from '../fault.ts';
import { postDuring, postRuns } from '../post-runs.ts';

const RATE = 50;
const BETWEEN_MS = 1_000;
/** Waiting callers are answered as fast as before: at most this many times as long, or this much longer. */
const MOST_TIMES = 2;
const MOST_MORE_MS = 20;
/** A caller that no notification reaches waits for 10 s. */
const DEAF_MS = 5_000;

interface NotificationFault {
  name: string;
  short: boolean;
  backend: 'redis' | 'postgres';
  /** Ends something that listens or waits on the queue. */
  inject(lab: Lab): Promise<void>;
}

const FAULTS: NotificationFault[] = [
  // BullMQ issue 4729, pg-boss issue 850: the connection that listens is never opened again.
  { name: 'PostgreSQL ends all connections, queue on PostgreSQL', short: true, backend: 'postgres', inject: endAll },
  { name: 'PostgreSQL ends all connections, queue on Redis', short: false, backend: 'redis', inject: endAll },
  // n8n issue 35219: executors work, and their answers never reach the callers.
  {
    name: 'Redis ends the connections of subscribers',
    short: true,
    backend: 'redis',
    inject: async ({ redis }) => {
      await redis!.command('CLIENT KILL TYPE pubsub');
    },
  },
  // BullMQ issues 648 and 3088: a worker whose blocking command fails never takes a job again.
  {
    name: 'Redis fails blocking commands',
    short: false,
    backend: 'redis',
    inject: async ({ redis }) => {
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
export const lostNotifications = FAULTS.map((fault) =>
  labFault({ name: fault.name, short: fault.short, share: 0.5, inject: (run) => injectFault(run, fault) }),
);

async function injectFault({ size, startLab }: FaultRun, { backend, inject }: NotificationFault): Promise<Verdict> {
  const lab = await startLab({ backend, executors: 2 });
  const request = await runRequest(lab, transformWorkflow(), { Prefer: 'wait=10' });
  await measureWait(request, size);
  const before = await measureWait(request, size);
  const posted = await postDuring({ requests: [request], ratePerSecond: RATE }, async () => {
    for (let times = 0; times < size.of(20, 5); times += 1) {
      await inject(lab);
      await pause(BETWEEN_MS);
    }
  });
  const after = await measureWait(request, size);
  const most = Math.max(MOST_TIMES * before.medianMs, before.medianMs + MOST_MORE_MS);
  return {
    accepted: [...before.accepted, ...posted.accepted, ...after.accepted],
    withinSeconds: 60,
    bars: [
      onlyAccepted(posted),
      timeBar(size, `slowest ${Math.round(posted.slowestMs)} ms`, posted.slowestMs < 10_000),
      {
        text: `one caller waits ${before.medianMs.toFixed(1)} → ${after.medianMs.toFixed(1)} ms`,
        met: after.medianMs <= (size.long ? most : DEAF_MS),
      },
      noServiceEnded(lab),
    ],
    barsAtEnd: async (database) => [await noCrashCounted(database)],
  };
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
