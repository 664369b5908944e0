import { setTimeout as pause } from 'node:timers/promises';
import type { Lab } from '@workflow/test-harness';
import { runRequest } from '../../load/lab-requests.ts';
import { labFault, type FaultRun } from '../lab-fault.ts';
import type { Verdict } from '../judge.ts';
import { noServiceEnded, onlyAccepted, timeBar } from '../bars.ts';
import { postDuring } from '../post-runs.ts';
import { untilPickedUp } from '../recovery.ts';
import type { FaultSize } from '../fault.ts';

const ANSWER_P99_MS = 500;
const PICK_UP_WITHIN_SECONDS = 10;

interface RedisFault {
  name: string;
  short: boolean;
  running?: boolean;
  /** Injects the fault. Resolves when Redis is available again. */
  inject(lab: Lab, size: FaultSize): Promise<void>;
}

const FAULTS: RedisFault[] = [
  {
    name: 'Redis flushed three times',
    short: false,
    inject: async (lab) => {
      for (let times = 0; times < 3; times += 1) {
        await lab.redis!.command('FLUSHALL');
        await pause(1_000);
      }
    },
  },
  {
    name: 'Redis stopped for a minute',
    short: false,
    inject: async (lab, size) => {
      lab.redis!.signal('SIGSTOP');
      await pause(size.of(60_000, 8_000));
      lab.redis!.signal('SIGCONT');
    },
  },
  {
    name: 'Redis killed, returns empty',
    short: true,
    inject: async (lab, size) => {
      await lab.redis!.kill();
      await pause(size.of(10_000, 2_000));
      await lab.redis!.start();
    },
  },
  {
    name: 'Redis absent at start',
    short: false,
    running: false,
    inject: async (lab, size) => {
      await pause(size.of(10_000, 3_000));
      await lab.redis!.start();
    },
  },
];

/**
 * Redis becomes unavailable in four ways: ingress answers as fast as before, and executors take jobs again without a
 * restart.
 */
export const redisFaults = FAULTS.map((fault) =>
  labFault({ name: fault.name, short: fault.short, share: 0.25, inject: (run) => injectFault(run, fault) }),
);

async function injectFault({ size, startLab, defer }: FaultRun, fault: RedisFault): Promise<Verdict> {
  const lab = await startLab({ backend: 'redis', executors: 2, redisRunning: fault.running ?? true });
  defer(() => lab.redis!.signal('SIGCONT'));
  const request = await runRequest(lab);
  let recoverySeconds = 0;
  const posted = await postDuring({ requests: [request], ratePerSecond: size.of(300, 100) }, async () => {
    await pause(1_000);
    await fault.inject(lab, size);
    recoverySeconds = await untilPickedUp(lab);
    await pause(1_000);
  });
  const p99Ms = posted.latencies.quantileMs(0.99);
  return {
    accepted: posted.accepted,
    withinSeconds: 60,
    recoverySeconds,
    bars: [
      onlyAccepted(posted),
      timeBar(size, `p99 ${Math.round(p99Ms)} ms`, p99Ms <= ANSWER_P99_MS),
      noServiceEnded(lab),
      { text: `picked up after ${recoverySeconds} s`, met: recoverySeconds <= PICK_UP_WITHIN_SECONDS },
    ],
  };
}
