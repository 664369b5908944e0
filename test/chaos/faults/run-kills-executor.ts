import { setTimeout as pause } from 'node:timers/promises';
import { Lab, transformWorkflow } from '@workflow/test-harness';
import { runRequest } from '../../load/lab-requests.ts';
import { noCrashCounted } from '../ended-bars.ts';
import type { Fault } from '../fault.ts';
import { openHeldWrites } from '../hold-writes.ts';
import { addCrashBars, judge } from '../judge.ts';
import { postRuns } from '../post-runs.ts';
import { watchInvariants } from '../watch-invariants.ts';

const NAME = 'a session that kills its executor before it is claimed';
/** The first delivery is not counted, and the next three are. */
const MAX_KILLS = 4;
/** Runs of other sessions a second. */
const RATE = 50;
const STATUSES = 'QUEUED, RUNNING, RUNNING, RUNNING';

/**
 * A session without effects runs before it is claimed. Each time it has run, its executor is killed. Other sessions run
 * at the same time and must not suffer.
 */
export const runKillsExecutor: Fault = {
  name: NAME,
  short: false,
  share: 0.25,
  run: async (size) => {
    const lab = await Lab.start({
      backend: 'redis',
      executors: 1,
      prepareDatabase: watchInvariants,
      // These sessions are claimed only at their end.
      env: { CLAIM_AFTER_MS: '10000' },
    });
    const writes = await openHeldWrites(lab.postgres.url);
    try {
      const ordinary = await runRequest(lab);
      const deadly = await runRequest(lab, transformWorkflow());
      const { workflowId } = JSON.parse(deadly.body) as { workflowId: string };
      await writes.hold(workflowId, 'SUCCEEDED');
      let over = false;
      const posts = postRuns({ requests: [ordinary], total: Infinity, ratePerSecond: RATE, until: () => over });
      const { accepted } = await postRuns({ requests: [deadly], total: 1, ratePerSecond: 10 });
      const sessionId = accepted[0]!;
      const statusOf = async (): Promise<string | undefined> => {
        const { rows } = await writes.database.query<{ status: string }>('SELECT status FROM sessions WHERE id = $1', [
          sessionId,
        ]);
        return rows[0]?.status;
      };
      const statuses: (string | undefined)[] = [];
      while (statuses.length <= MAX_KILLS) {
        const write = await writes.untilHeld(async () => (await statusOf()) === 'FAILED');
        if (write === null) break;
        statuses.push(await statusOf());
        await lab.executors[0]!.kill();
        await write.lose();
      }
      await writes.forget(workflowId);
      await pause(size.of(20_000, 5_000));
      over = true;
      const posted = await posts;
      const result = await judge(lab, {
        name: NAME,
        accepted: [...posted.accepted, sessionId],
        withinSeconds: 120,
        allSucceed: false,
        bars: [{ text: `${statuses.join(', ')} at the kills`, met: statuses.join(', ') === STATUSES }],
        barsAtEnd: async (database) => [await noCrashCounted(database, accepted)],
      });
      await addCrashBars(lab, result, { sessionId, kills: statuses.length, mostKills: MAX_KILLS });
      return result;
    } finally {
      await writes.close();
      await lab.stop();
    }
  },
};
