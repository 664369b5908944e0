import { setTimeout as pause } from 'node:timers/promises';
import { waitFor, type Lab } from '@workflow/test-harness';
import { withBody } from '../load/lab-requests.ts';
import type { LoadRequest } from '../load/load.ts';
import type { Bar } from './fault.ts';
import { postRuns } from './post-runs.ts';

const EXPIRED_SESSIONS = 50;
const EXPIRE_AFTER_SECONDS = 2;

/**
 * Suspends all executors, starts sessions that expire meanwhile, and continues the executors. Returns the bar that each
 * session expired and ran nothing.
 */
export async function expireWhilePaused(lab: Lab, request: LoadRequest): Promise<Bar> {
  for (const executor of lab.executors) executor.signal('SIGSTOP');
  const requests = [withBody(request, { expireAfterSeconds: EXPIRE_AFTER_SECONDS })];
  const { accepted } = await postRuns({ requests, total: EXPIRED_SESSIONS, ratePerSecond: 50 });
  await pause((EXPIRE_AFTER_SECONDS + 1) * 1_000);
  for (const executor of lab.executors) executor.signal('SIGCONT');
  let [ended, expired] = [0, 0];
  const areEnded = async (): Promise<boolean> => {
    const { rows } = await lab.withDatabase((database) =>
      database.query<{ ended: number; expired: number }>(
        `SELECT count(*) FILTER (WHERE status IN ('SUCCEEDED', 'FAILED', 'CANCELLED'))::int AS ended,
           count(*) FILTER (WHERE error->>'code' = 'EXPIRED' AND started_at IS NULL)::int AS expired
         FROM sessions WHERE id = ANY ($1::uuid[])`,
        [accepted],
      ),
    );
    ({ ended, expired } = rows[0]!);
    return ended === accepted.length;
  };
  await waitFor(areEnded, { withinMs: 60_000, everyMs: 100 }).catch(() => undefined);
  return {
    text: `${expired} of ${EXPIRED_SESSIONS} sessions expired while executors were paused, ${ended} ended`,
    met: expired === EXPIRED_SESSIONS,
  };
}
