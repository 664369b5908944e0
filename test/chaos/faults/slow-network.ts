import { httpWorkflow, Lab, readMetric, TcpProxy } from '@workflow/test-harness';
import { runRequest } from '../../load/lab-requests.ts';
import { noCrashCounted } from '../ended-bars.ts';
import type { Fault, FaultResult, FaultSize } from '../fault.ts';
import { judge } from '../judge.ts';
import { postRuns } from '../post-runs.ts';
import { watchProbes } from '../probe-watch.ts';
import { StepRecorder } from '../step-recorder.ts';
import { watchInvariants } from '../watch-invariants.ts';

const DELAY_MS = 50;
const LOST_SHARE = 0.02;
/** The least time after which Linux sends a lost packet again. */
const RETRANSMITTED_AFTER_MS = 200;
const RATE = 200;

const NETWORKS = [
  { name: 'each packet between executors and PostgreSQL delayed by 50 ms', delayMs: () => DELAY_MS },
  {
    name: '2 % of the packets between executors and PostgreSQL lost',
    delayMs: () => (Math.random() < LOST_SHARE ? RETRANSMITTED_AFTER_MS : 0),
  },
];

/** The network between executors and PostgreSQL is slow or loses packets: no executor counts as dead. */
export const slowNetworks: Fault[] = NETWORKS.flatMap(({ name, delayMs }) =>
  (['redis', 'postgres'] as const).map((backend) => ({
    name: `${name}, queue ${backend}`,
    short: false,
    share: 0.25,
    run: (size) => runFault(`${name}, queue ${backend}`, { backend, delayMs }, size),
  })),
);

async function runFault(
  name: string,
  { backend, delayMs }: { backend: 'redis' | 'postgres'; delayMs: () => number },
  size: FaultSize,
): Promise<FaultResult> {
  const recorder = new StepRecorder(100);
  let proxy: TcpProxy | null = null;
  const lab = await Lab.start({
    backend,
    executors: 2,
    prepareDatabase: watchInvariants,
    executorEnv: async ({ port }) => {
      proxy = new TcpProxy(port, delayMs);
      return { DATABASE_URL: `postgresql://postgres@127.0.0.1:${await proxy.listen()}/postgres` };
    },
  });
  try {
    const requests = [await runRequest(lab), await runRequest(lab, httpWorkflow(await recorder.listen(), 2))];
    const probes = watchProbes(lab);
    const since = performance.now();
    const total = size.sessions ?? size.of(4_000, 500);
    const posted = await postRuns({ requests, total, ratePerSecond: RATE });
    return await judge(lab, {
      name,
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
          { text: `${recorder.repeatedCalls} calls repeated`, met: recorder.repeatedCalls === 0 },
          { text: `${orphans} sessions taken from executors that look dead`, met: orphans === 0 },
          // A session that waits for more than 5 s is added to the queue again, which ignores a job that it still has.
          { text: `${waiting} sessions waited in the queue for long`, met: true },
          await noCrashCounted(database),
        ];
      },
    });
  } finally {
    await lab.stop();
    recorder.close();
    (proxy as TcpProxy | null)?.close();
  }
}

async function rescuedSessions(lab: Lab, reason: string): Promise<number> {
  const counts = await Promise.all(
    lab.executorMetricsPorts.map((port) => readMetric(port, 'workflow_dispatcher_rescued_total', `reason="${reason}"`)),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
