import { setTimeout as pause } from 'node:timers/promises';
import { httpWorkflow, type Lab } from '@workflow/test-harness';
import { runRequest } from '../../load/lab-requests.ts';
import { answerBars, noCrashCounted, noServiceEnded, timeBar } from '../bars.ts';
import type { Verdict } from '../judge.ts';
import { labFault, type FaultRun } from '../lab-fault.ts';
import { untilEachExecutorRuns } from '../recovery.ts';
import { postDuring } from '../post-runs.ts';
import { SmallDisk } from '../small-disk.ts';
import { StepRecorder } from '../step-recorder.ts';

const STEP_MS = 500;
const FULL_SECONDS = 120;
const RECOVERY_SECONDS = 10;
const DISK_MIB = { postgres: 400, redis: 128 };

const DISKS = [
  { server: 'postgres', backend: 'redis' },
  { server: 'postgres', backend: 'postgres' },
  { server: 'redis', backend: 'redis' },
] as const;

/** The disk of PostgreSQL or of Redis is full for two minutes. */
export const fullDisks = DISKS.map((disk) =>
  labFault({
    name: `the disk of ${disk.server === 'redis' ? 'Redis' : 'PostgreSQL'} is full, queue ${disk.backend}`,
    short: false,
    share: 0.25,
    needs: ['mount'],
    inject: (run) => inject(run, disk),
  }),
);

async function inject(
  { size, startLab, own, defer }: FaultRun,
  { server, backend }: (typeof DISKS)[number],
): Promise<Verdict> {
  const disk = new SmallDisk(DISK_MIB[server]);
  defer(() => disk.remove());
  const recorder = own(new StepRecorder(STEP_MS));
  const lab = await startLab({
    backend,
    executors: 2,
    ...(server === 'postgres'
      ? { postgresWithin: disk.folder, postgresSettings: { max_wal_size: '64MB', min_wal_size: '32MB' } }
      : { redisSettings: { dir: disk.folder, appendonly: 'yes' } }),
  });
  defer(() => disk.free());
  const requests = [await runRequest(lab), await runRequest(lab, httpWorkflow(await recorder.listen(), 1))];
  const startAgain = async (): Promise<void> => {
    if (server === 'postgres') await startIfEnded(lab);
  };
  const fullSeconds = size.seconds ?? size.of(FULL_SECONDS, 5);
  let refused = 0;
  let freeBytes = 0;
  let recoverySeconds = 0;
  const posted = await postDuring({ requests, ratePerSecond: 100 }, async () => {
    await pause(2_000);
    const until = performance.now() + 1_000 * fullSeconds;
    while (performance.now() < until) {
      // Space that the server frees meanwhile is taken as well.
      disk.fill();
      await pause(100);
      await startAgain();
      if (server === 'redis' && (await lab.redis!.command('SET chaos 1')).startsWith('-MISCONF')) refused += 1;
    }
    freeBytes = disk.freeBytes;
    disk.free();
    recoverySeconds = await untilEachExecutorRuns(lab, startAgain);
    await pause(1_000);
  });
  return {
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
      noServiceEnded(lab),
      timeBar(
        size,
        `every executor ran sessions again after ${recoverySeconds} s`,
        recoverySeconds <= RECOVERY_SECONDS,
      ),
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
  };
}

/** Starts PostgreSQL when it ended, as its supervisor does. Without space it may end again. */
async function startIfEnded(lab: Lab): Promise<void> {
  if (lab.postgres.ended) await lab.postgres.start().catch(() => undefined);
}
