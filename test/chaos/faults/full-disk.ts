import { setTimeout as pause } from 'node:timers/promises';
import { httpWorkflow, Lab, readMetric, waitFor } from '@workflow/test-harness';
import { runRequest } from '../../load/lab-requests.ts';
import { answerBars } from '../answer-bars.ts';
import { noCrashCounted } from '../ended-bars.ts';
import type { Fault, FaultResult, FaultSize } from '../fault.ts';
import { judge } from '../judge.ts';
import { postRuns } from '../post-runs.ts';
import { SmallDisk } from '../small-disk.ts';
import { StepRecorder } from '../step-recorder.ts';
import { watchInvariants } from '../watch-invariants.ts';

const STEP_MS = 500;
const FULL_SECONDS = 120;
const RECOVERY_SECONDS = 10;
const DISK_MIB = { postgres: 400, redis: 128 };

/** The disk of PostgreSQL or of Redis is full for two minutes. */
export const fullDisks: Fault[] = (['postgres', 'redis'] as const).flatMap((server) =>
  (['redis', 'postgres'] as const)
    .filter((backend) => server === 'postgres' || backend === 'redis')
    .map((backend) => {
      const name = `the disk of ${server === 'redis' ? 'Redis' : 'PostgreSQL'} is full, queue ${backend}`;
      return {
        name,
        short: false,
        share: 0.125,
        needs: ['mount'] as const,
        run: (size: FaultSize) => runFault(name, { server, backend }, size),
      };
    }),
);

async function runFault(
  name: string,
  { server, backend }: { server: 'redis' | 'postgres'; backend: 'redis' | 'postgres' },
  size: FaultSize,
): Promise<FaultResult> {
  const disk = new SmallDisk(DISK_MIB[server]);
  const recorder = new StepRecorder(STEP_MS);
  try {
    const lab = await Lab.start({
      backend,
      executors: 2,
      prepareDatabase: watchInvariants,
      ...(server === 'postgres'
        ? { postgresWithin: disk.folder, postgresSettings: { max_wal_size: '64MB', min_wal_size: '32MB' } }
        : { redisSettings: { dir: disk.folder, appendonly: 'yes' } }),
    });
    try {
      return await fillUnderLoad(name, { lab, disk, server, recorder }, size);
    } finally {
      disk.free();
      await lab.stop();
    }
  } finally {
    recorder.close();
    disk.remove();
  }
}

async function fillUnderLoad(
  name: string,
  { lab, disk, server, recorder }: { lab: Lab; disk: SmallDisk; server: 'redis' | 'postgres'; recorder: StepRecorder },
  size: FaultSize,
): Promise<FaultResult> {
  const requests = [await runRequest(lab), await runRequest(lab, httpWorkflow(await recorder.listen(), 1))];
  let over = false;
  const posts = postRuns({ requests, total: Infinity, ratePerSecond: 100, until: () => over });
  await pause(2_000);
  const fullSeconds = size.seconds ?? size.of(FULL_SECONDS, 5);
  const until = performance.now() + 1_000 * fullSeconds;
  let refused = 0;
  while (performance.now() < until) {
    // Space that the server frees meanwhile is taken as well.
    disk.fill();
    await pause(100);
    if (server === 'postgres') await startIfEnded(lab);
    else if ((await lab.redis!.command('SET chaos 1')).startsWith('-MISCONF')) refused += 1;
  }
  const freeBytes = disk.freeBytes;
  disk.free();
  const backAt = performance.now();
  const ended = (): Promise<number[]> =>
    Promise.all(lab.executorMetricsPorts.map((port) => readMetric(port, 'workflow_sessions_ended_total')));
  const before = await ended();
  const areBack = async (): Promise<boolean> => {
    if (server === 'postgres') await startIfEnded(lab);
    const now = await ended();
    return now.every((count, index) => count > before[index]!);
  };
  await waitFor(areBack, { withinMs: 60_000, everyMs: 100, what: 'executors to run sessions' });
  const recoverySeconds = Math.round((performance.now() - backAt) / 100) / 10;
  await pause(1_000);
  over = true;
  const posted = await posts;
  const exits = [...lab.ingresses, ...lab.executors].flatMap((service) => service.exits).length;
  return judge(lab, {
    name,
    accepted: posted.accepted,
    // The sessions that were accepted meanwhile run afterwards.
    withinSeconds: 60 + fullSeconds,
    recoverySeconds,
    bars: [
      ...answerBars(posted, size),
      {
        text: `${refused} writes refused by Redis, ${posted.statuses['503'] ?? 0} answers 503`,
        met: server === 'redis' ? refused > 0 : (posted.statuses['503'] ?? 0) > 0,
      },
      { text: `${freeBytes} bytes free while it was full`, met: freeBytes < 1_000_000 },
      { text: `${exits} services ended`, met: exits === 0 },
      {
        text: `every executor ran sessions again after ${recoverySeconds} s`,
        // The short form runs together with other tests, so its times mean little.
        met: recoverySeconds <= RECOVERY_SECONDS || !size.long,
      },
      {
        text: 'every answer 200 or 503',
        met: Object.keys(posted.statuses).every((status) => status === '200' || status === '503'),
      },
      {
        text: `${posted.withoutRetryAfter} answers 503 without Retry-After`,
        met: posted.withoutRetryAfter === 0,
      },
    ],
    barsAtEnd: async (database) => [await noCrashCounted(database)],
  });
}

/** Starts PostgreSQL when it ended, as its supervisor does. Without space it may end again. */
async function startIfEnded(lab: Lab): Promise<void> {
  if (lab.postgres.ended) await lab.postgres.start().catch(() => undefined);
}
