import { setTimeout as pause } from 'node:timers/promises';
import { httpWorkflow, Lab, readMetric, TcpProxy, waitFor } from '@workflow/test-harness';
import { runRequest } from '../../load/lab-requests.ts';
import { answerBars } from '../answer-bars.ts';
import { noCrashCounted, noneActive } from '../ended-bars.ts';
import type { Fault, FaultResult, FaultSize } from '../fault.ts';
import { judge } from '../judge.ts';
import { postRuns } from '../post-runs.ts';
import { watchProbes } from '../probe-watch.ts';
import { QUEUE_SERVERS, type QueueKind } from '../queue-servers.ts';
import { StepRecorder } from '../step-recorder.ts';
import { watchInvariants } from '../watch-invariants.ts';

const EXECUTORS = 2;
const RATE = 100;
/** Sessions with a call run for this long, so that some are under way when the server goes away. */
const STEP_MS = 1_000;
const RECOVER_WITHIN_SECONDS = 10;
const FIVE_MINUTES = 300;

/** A server that is away for a time while requests arrive. */
interface Absence {
  name: string;
  short: boolean;
  server: 'postgres' | 'redis';
  /** `silent`: it accepts connections and never answers on them, nor on earlier ones. */
  how: 'killed' | 'silent';
  queue: QueueKind;
  /** Seconds in the long and in the short form. */
  seconds: [number, number];
}

const BOTH_QUEUES = ['redis', 'postgres'] as const;

const ABSENCES: Absence[] = [
  ...BOTH_QUEUES.map((queue): Absence => ({
    name: `PostgreSQL away for five minutes, queue ${queue}`,
    short: queue === 'redis',
    ...{ server: 'postgres', how: 'killed', queue, seconds: [FIVE_MINUTES, 5] },
  })),
  ...BOTH_QUEUES.map((queue): Absence => ({
    name: `PostgreSQL accepts connections and never answers, queue ${queue}`,
    short: queue === 'postgres',
    ...{ server: 'postgres', how: 'silent', queue, seconds: [60, 7] },
  })),
  {
    name: 'Redis accepts connections and never answers',
    short: false,
    ...{ server: 'redis', how: 'silent', queue: 'redis', seconds: [60, 7] },
  },
  // Executors block on the queue for 2 s, and notice a dead connection within 6 s.
  ...(['redis', 'Sentinel', 'Cluster'] as const).flatMap((queue) =>
    [30, FIVE_MINUTES].map((seconds): Absence => ({
      name: `Redis away for ${seconds} s, ${queue === 'redis' ? 'alone' : `by ${queue}`}`,
      short: false,
      ...{ server: 'redis', how: 'killed', queue, seconds: [seconds, 7] },
    })),
  ),
];

/** A server is away for long: everything works again soon after it is back, without a restart. */
export const serverAway: Fault[] = ABSENCES.map((absence) => ({
  name: absence.name,
  short: absence.short,
  // The answers to requests to a silent server are limited to about their time-out.
  share: absence.how === 'silent' ? 0.5 : 0.125,
  run: (size) => runAbsence(absence, size),
}));

async function runAbsence({ name, server, how, queue, seconds }: Absence, size: FaultSize): Promise<FaultResult> {
  const recorder = new StepRecorder(STEP_MS);
  const servers = await QUEUE_SERVERS[queue]();
  const proxies = new Map<'postgres' | 'redis', TcpProxy>();
  const lab = await Lab.start({
    backend: servers.backend,
    env: servers.env,
    executors: EXECUTORS,
    prepareDatabase: watchInvariants,
    between: async (which, port) => {
      const proxy = new TcpProxy(port);
      proxies.set(which, proxy);
      return proxy.listen();
    },
  });
  const proxy = proxies.get(server);
  const leave = async (): Promise<void> => {
    if (how === 'silent') {
      proxy!.cut();
      proxy!.freezeAll();
    } else await (server === 'postgres' ? lab.postgres.kill() : servers.kill(lab));
  };
  const bringBack = async (): Promise<void> => {
    // Connections that were accepted in the meantime stay silent, as those to a server that was replaced do.
    if (how === 'silent') proxy!.thaw();
    else await (server === 'postgres' ? lab.postgres.start() : servers.start(lab));
  };
  try {
    const requests = [await runRequest(lab), await runRequest(lab, httpWorkflow(await recorder.listen(), 1))];
    const probes = watchProbes(lab);
    const awaySeconds = size.seconds ?? size.of(...seconds);
    let over = false;
    const posts = postRuns({ requests, total: Infinity, ratePerSecond: RATE, until: () => over });
    await pause(2_000);
    await leave();
    await pause(awaySeconds * 1_000);
    await bringBack();
    const backAt = performance.now();
    await everyExecutorRuns(lab);
    const recoverySeconds = Math.round((performance.now() - backAt) / 100) / 10;
    await pause(1_000);
    over = true;
    const posted = await posts;
    const bars = await probes.stop();
    const onlyAccepted = Object.keys(posted.statuses).join() === '200';
    return await judge(lab, {
      name,
      accepted: posted.accepted,
      // The sessions that were accepted meanwhile run afterwards.
      withinSeconds: 60 + awaySeconds,
      recoverySeconds,
      bars: [
        ...answerBars(posted, size),
        ...bars,
        ...(server === 'redis' ? [{ text: 'all answers are 200', met: onlyAccepted }] : []),
        // The short form runs together with other tests, so its times mean little.
        {
          text: `every executor ran sessions again after ${recoverySeconds} s`,
          met: recoverySeconds <= RECOVER_WITHIN_SECONDS || !size.long,
        },
      ],
      barsAtEnd: async (database) => [await noCrashCounted(database), await noneActive(() => servers.countActive(lab))],
    });
  } finally {
    await lab.stop();
    await servers.stop();
    recorder.close();
    for (const each of proxies.values()) each.close();
  }
}

/** Waits until each executor has ended a session since now. An executor that does not listen fails the fault. */
async function everyExecutorRuns(lab: Lab): Promise<void> {
  const endedOf = (port: number): Promise<number> => readMetric(port, 'workflow_sessions_ended_total');
  await Promise.all(
    lab.executorMetricsPorts.map(async (port, index) => {
      const before = await endedOf(port);
      const what = `executor ${index} to run a session`;
      await waitFor(async () => (await endedOf(port)) > before, { withinMs: 60_000, everyMs: 50, what });
    }),
  );
}
