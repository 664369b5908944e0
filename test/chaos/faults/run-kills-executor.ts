import { setTimeout as pause } from 'node:timers/promises';
import { transformWorkflow } from '@workflow/test-harness';
import { runRequest, workflowIdOf } from '../../load/lab-requests.ts';
import { labFault } from '../lab-fault.ts';
import { openHeldWrites } from '../hold-writes.ts';
import { crashBars, noCrashCounted } from '../bars.ts';
import { postDuring, postRuns } from '../post-runs.ts';

/** The first delivery is not counted, and the next three are. */
const MAX_KILLS = 4;
/** Runs of other sessions a second. */
const RATE = 50;
const STATUSES = 'QUEUED, RUNNING, RUNNING, RUNNING';

/**
 * A session without effects runs before it is claimed. Each time it has run, its executor is killed. Other sessions run
 * at the same time and must not suffer.
 */
export const runKillsExecutor = labFault({
  name: 'a session that kills its executor before it is claimed',
  short: false,
  share: 0.25,
  inject: async ({ size, startLab, own }) => {
    const lab = await startLab({
      backend: 'redis',
      executors: 1,
      // These sessions are claimed only at their end.
      env: { CLAIM_AFTER_MS: '10000' },
    });
    const writes = own(await openHeldWrites(lab.postgres.url));
    const ordinary = await runRequest(lab);
    const deadly = await runRequest(lab, transformWorkflow());
    const workflowId = workflowIdOf(deadly);
    await writes.hold(workflowId, 'SUCCEEDED');
    let sessionId = '';
    const statuses: (string | undefined)[] = [];
    const statusOf = async (): Promise<string | undefined> => {
      const { rows } = await writes.database.query<{ status: string }>('SELECT status FROM sessions WHERE id = $1', [
        sessionId,
      ]);
      return rows[0]?.status;
    };
    const posted = await postDuring({ requests: [ordinary], ratePerSecond: RATE }, async () => {
      const { accepted } = await postRuns({ requests: [deadly], total: 1, ratePerSecond: 10 });
      sessionId = accepted[0]!;
      while (statuses.length <= MAX_KILLS) {
        const write = await writes.untilHeld(async () => (await statusOf()) === 'FAILED');
        if (write === null) break;
        statuses.push(await statusOf());
        await lab.executors[0]!.kill();
        await write.lose();
      }
      await writes.forget(workflowId);
      await pause(size.of(20_000, 5_000));
    });
    return {
      accepted: [...posted.accepted, sessionId],
      withinSeconds: 120,
      allSucceed: false,
      bars: [{ text: `${statuses.join(', ')} at the kills`, met: statuses.join(', ') === STATUSES }],
      barsAtEnd: async (database) => [
        await noCrashCounted(database, [sessionId]),
        ...(await crashBars(database, { sessionId, kills: statuses.length, mostKills: MAX_KILLS })),
      ],
    };
  },
});
