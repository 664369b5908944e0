import { setTimeout as pause } from 'node:timers/promises';
import { httpWorkflow, TcpProxy } from '@workflow/test-harness';
import { runRequest } from '../../load/lab-requests.ts';
import { answerBars, noCrashCounted, noneActive, onlyAccepted, timeBar } from '../bars.ts';
import type { Verdict } from '../judge.ts';
import { labFault, type FaultRun } from '../lab-fault.ts';
import { untilEachExecutorRuns } from '../recovery.ts';
import { postDuring } from '../post-runs.ts';
import { watchProbes } from '../probe-watch.ts';
import { QUEUE_SERVERS, type QueueKind } from '../queue-servers.ts';
import { StepRecorder } from '../step-recorder.ts';

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
export const serverAway = ABSENCES.map((absence) =>
  labFault({
    name: absence.name,
    short: absence.short,
    // The answers to requests to a silent server are limited to about their timeout.
    share: absence.how === 'silent' ? 0.5 : 0.125,
    inject: (run) => inject(run, absence),
  }),
);

async function inject(
  { size, startLab, own, defer }: FaultRun,
  { server, how, queue, seconds }: Absence,
): Promise<Verdict> {
  const recorder = own(new StepRecorder(STEP_MS));
  const servers = await QUEUE_SERVERS[queue]();
  defer(servers.stop);
  const proxies = new Map<'postgres' | 'redis', TcpProxy>();
  const lab = await startLab({
    backend: servers.backend,
    env: servers.env,
    executors: EXECUTORS,
    between: async (which, port) => {
      const proxy = own(new TcpProxy(port));
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
  const requests = [await runRequest(lab), await runRequest(lab, httpWorkflow(await recorder.listen(), 1))];
  const probes = watchProbes(lab);
  const awaySeconds = size.seconds ?? size.of(...seconds);
  let recoverySeconds = 0;
  const posted = await postDuring({ requests, ratePerSecond: RATE }, async () => {
    await pause(2_000);
    await leave();
    await pause(awaySeconds * 1_000);
    await bringBack();
    recoverySeconds = await untilEachExecutorRuns(lab);
    await pause(1_000);
  });
  const bars = await probes.stop();
  return {
    accepted: posted.accepted,
    // The sessions that were accepted meanwhile run afterwards.
    withinSeconds: 60 + awaySeconds,
    recoverySeconds,
    bars: [
      ...answerBars(posted, size),
      ...bars,
      ...(server === 'redis' ? [onlyAccepted(posted)] : []),
      timeBar(
        size,
        `every executor ran sessions again after ${recoverySeconds} s`,
        recoverySeconds <= RECOVER_WITHIN_SECONDS,
      ),
    ],
    barsAtEnd: async (database) => [await noCrashCounted(database), await noneActive(() => servers.countActive(lab))],
  };
}
