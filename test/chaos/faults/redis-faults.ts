import { setTimeout as pause } from 'node:timers/promises';
import { finishedSessions, Lab, waitFor } from '@workflow/test-harness';
import { runRequest } from '../../load/lab-requests.ts';
import type { Fault, FaultSize } from '../fault.ts';
import { judge } from '../judge.ts';
import { postRuns } from '../post-runs.ts';
import { watchInvariants } from '../watch-invariants.ts';

const ANSWER_P99_MS = 500;
const PICK_UP_WITHIN_SECONDS = 10;

interface RedisBlow {
  name: string;
  short: boolean;
  running?: boolean;
  /** Injects the fault. Resolves when Redis is available again. */
  strike(lab: Lab, size: FaultSize): Promise<void>;
}

const BLOWS: RedisBlow[] = [
  {
    name: 'Redis flushed three times',
    short: false,
    strike: async (lab) => {
      for (let times = 0; times < 3; times += 1) {
        await lab.redis!.command('FLUSHALL');
        await pause(1_000);
      }
    },
  },
  {
    name: 'Redis stopped for a minute',
    short: false,
    strike: async (lab, size) => {
      lab.redis!.signal('SIGSTOP');
      await pause(size.of(60_000, 8_000));
      lab.redis!.signal('SIGCONT');
    },
  },
  {
    name: 'Redis killed, returns empty',
    short: true,
    strike: async (lab, size) => {
      await lab.redis!.kill();
      await pause(size.of(10_000, 2_000));
      await lab.redis!.start();
    },
  },
  {
    name: 'Redis absent at start',
    short: false,
    running: false,
    strike: async (lab, size) => {
      await pause(size.of(10_000, 3_000));
      await lab.redis!.start();
    },
  },
];

/**
 * Redis becomes unavailable in four ways: ingress answers as fast as before, and executors take jobs again without a
 * restart.
 */
export const redisFaults: Fault[] = BLOWS.map((blow) => ({
  name: blow.name,
  short: blow.short,
  share: 0.25,
  run: (size) => runRedisFault(blow, size),
}));

async function runRedisFault(blow: RedisBlow, size: FaultSize) {
  const lab = await Lab.start({
    backend: 'redis',
    executors: 2,
    redisRunning: blow.running ?? true,
    prepareDatabase: watchInvariants,
  });
  try {
    const request = await runRequest(lab);
    let over = false;
    const posts = postRuns({ requests: [request], total: 60_000, ratePerSecond: size.of(300, 100), until: () => over });
    await pause(1_000);
    await blow.strike(lab, size);
    const backAt = performance.now();
    const finishedThen = await finishedSessions(lab);
    await waitFor(async () => (await finishedSessions(lab)) > finishedThen, {
      withinMs: 30_000,
      everyMs: 50,
      what: 'an executor to pick up',
    });
    const recoverySeconds = Math.round((performance.now() - backAt) / 100) / 10;
    await pause(1_000);
    over = true;
    const posted = await posts;
    const p99Ms = posted.latencies.quantileMs(0.99);
    const restarts = lab.executors.flatMap((executor) => executor.exits).length;
    return await judge(lab, {
      name: blow.name,
      accepted: posted.accepted,
      withinSeconds: 60,
      recoverySeconds,
      bars: [
        { text: `answers ${JSON.stringify(posted.statuses)}`, met: Object.keys(posted.statuses).join() === '200' },
        // The short form runs together with other tests, so its times mean little.
        { text: `p99 ${Math.round(p99Ms)} ms`, met: p99Ms <= ANSWER_P99_MS || !size.long },
        { text: `${restarts} executor restarts`, met: restarts === 0 },
        { text: `picked up after ${recoverySeconds} s`, met: recoverySeconds <= PICK_UP_WITHIN_SECONDS },
      ],
    });
  } finally {
    lab.redis!.signal('SIGCONT');
    await lab.stop();
  }
}
