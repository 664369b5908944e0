import { httpWorkflow, readMetric, TcpProxy, type Lab, type OutsideProgram } from '@workflow/test-harness';
import { runRequest } from '../../load/lab-requests.ts';
import { noCrashCounted } from '../bars.ts';
import type { Verdict } from '../judge.ts';
import { labFault, type FaultRun } from '../lab-fault.ts';
import { losePackets } from '../lose-packets.ts';
import { postRuns } from '../post-runs.ts';
import { watchProbes } from '../probe-watch.ts';
import { StepRecorder } from '../step-recorder.ts';

const DELAY_MS = 50;
const LOST_SHARE = 0.02;
const RATE = 200;

interface SlowNetwork {
  name: string;
  needs?: readonly OutsideProgram[];
  delayMs?: () => number;
  /** The share of the packets that are lost. */
  lost?: number;
}

const NETWORKS: SlowNetwork[] = [
  { name: 'each packet between executors and PostgreSQL delayed by 50 ms', delayMs: () => DELAY_MS },
  { name: '2 % of the packets between executors and PostgreSQL lost', needs: ['iptables'], lost: LOST_SHARE },
];

/** The network between executors and PostgreSQL is slow or loses packets: no executor counts as dead. */
export const slowNetworks = NETWORKS.flatMap(({ name, needs, ...network }) =>
  (['redis', 'postgres'] as const).map((backend) =>
    labFault({
      name: `${name}, queue ${backend}`,
      short: false,
      share: 0.25,
      ...(needs !== undefined && { needs }),
      inject: (run) => inject(run, backend, network),
    }),
  ),
);

async function inject(
  { size, startLab, own, defer }: FaultRun,
  backend: 'redis' | 'postgres',
  { delayMs, lost }: Omit<SlowNetwork, 'name'>,
): Promise<Verdict> {
  const recorder = own(new StepRecorder(100));
  const lab = await startLab({
    backend,
    executors: 2,
    executorEnv: async ({ port }) => {
      const proxy = own(new TcpProxy(port, delayMs));
      const proxyPort = await proxy.listen();
      if (lost !== undefined) defer(losePackets(proxyPort, lost));
      return { DATABASE_URL: `postgresql://postgres@127.0.0.1:${proxyPort}/postgres` };
    },
  });
  const requests = [await runRequest(lab), await runRequest(lab, httpWorkflow(await recorder.listen(), 2))];
  const probes = watchProbes(lab);
  const since = performance.now();
  const total = size.sessions ?? size.of(4_000, 500);
  const posted = await postRuns({ requests, total, ratePerSecond: RATE });
  return {
    accepted: posted.accepted,
    withinSeconds: 120,
    bars: await probes.stop(),
    barsAtEnd: async (database) => {
      const perSecond = posted.accepted.length / ((performance.now() - since) / 1_000);
      const [orphans, waiting] = [
        await rescuedSessions(lab, 'executor-died'),
        await rescuedSessions(lab, 'waited-long'),
      ];
      return [
        { text: `${perSecond.toFixed(0)} of ${RATE} sessions ended a second`, met: true },
        recorder.noneRepeated,
        { text: `${orphans} sessions taken from executors that look dead`, met: orphans === 0 },
        // A session that waits for more than 5 s is added to the queue again, which ignores a job that it still has.
        { text: `${waiting} sessions waited in the queue for long`, met: true },
        await noCrashCounted(database),
      ];
    },
  };
}

async function rescuedSessions(lab: Lab, reason: string): Promise<number> {
  const counts = await Promise.all(
    lab.executorMetricsPorts.map((port) => readMetric(port, 'workflow_dispatcher_rescued_total', `reason="${reason}"`)),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
