import { waitFor, type Lab } from '@workflow/test-harness';
import type { Client } from 'pg';
import type { Bar, FaultSize } from './fault.ts';
import type { PostedRuns } from './post-runs.ts';

/** A caller has an answer within five seconds, even while PostgreSQL is down. */
const ANSWER_WITHIN_MS = 5_000;
const EXPECTED_STATUSES = ['200', '429', '500', '503'];

/**
 * Returns a bar on a time. In the short form the bar is always met, because other tests run at the same time and make
 * the measured times longer.
 */
export function timeBar({ long }: FaultSize, text: string, isInTime: boolean): Bar {
  return { text, met: isInTime || !long };
}

/** Returns the bars of a fault during which callers get answers in time, also refusals. */
export function answerBars({ statuses, slowestMs }: PostedRuns, size: FaultSize): Bar[] {
  return [
    {
      text: `answers ${JSON.stringify(statuses)}`,
      met: Object.keys(statuses).every((status) => EXPECTED_STATUSES.includes(status)),
    },
    timeBar(size, `slowest answer ${Math.round(slowestMs)} ms`, slowestMs <= ANSWER_WITHIN_MS),
  ];
}

/** Returns the bar of a fault that callers do not notice. */
export function onlyAccepted({ statuses }: Pick<PostedRuns, 'statuses'>): Bar {
  return { text: `answers ${JSON.stringify(statuses)}`, met: Object.keys(statuses).join() === '200' };
}

/** Returns the bar that all requests were accepted. */
export function allAccepted(accepted: readonly string[], total: number): Bar {
  return { text: `${accepted.length} of ${total} accepted`, met: accepted.length === total };
}

/** Returns the bar that no service ended by itself. No service of the fault is killed. */
export function noServiceEnded({ services }: Lab): Bar {
  const exits = services.flatMap((service) => service.exits).length;
  return { text: `${exits} services ended`, met: exits === 0 };
}

/** Returns the bar that no session counts a crash, except the given ones. */
export async function noCrashCounted(database: Client, except: string[] = []): Promise<Bar> {
  const { rows } = await database.query<{ counted: number }>(
    'SELECT count(*)::int AS counted FROM sessions WHERE crashes > 0 AND id <> ALL ($1::uuid[])',
    [except],
  );
  return {
    text: `${rows[0]!.counted} ${except.length > 0 ? 'others' : 'sessions'} count a crash`,
    met: rows[0]!.counted === 0,
  };
}

/** Returns the bars of a session that kills its executors, and of the other sessions, after all have ended. */
export async function crashBars(
  database: Client,
  { sessionId, kills, mostKills }: { sessionId: string; kills: number; mostKills: number },
): Promise<Bar[]> {
  const { rows } = await database.query<{ status: string; code: string | null; others: number }>(
    `SELECT status::text, error->>'code' AS code,
      (SELECT count(*)::int FROM sessions o WHERE o.id <> s.id AND o.status <> 'SUCCEEDED') AS others
      FROM sessions s WHERE id = $1`,
    [sessionId],
  );
  const row = rows[0];
  return [
    {
      text: `${row?.status} ${row?.code} after ${kills} kills`,
      met: row?.status === 'FAILED' && row.code === 'CRASHED' && kills === mostKills,
    },
    { text: `${row?.others} others not SUCCEEDED`, met: row?.others === 0 },
  ];
}

/**
 * Returns the bar that the queue has no active job. All sessions have ended by then, and a consumer completes its jobs
 * soon afterwards.
 */
export async function noneActive(countActive: () => Promise<number>): Promise<Bar> {
  let active = 0;
  await waitFor(async () => (active = await countActive()) === 0, { withinMs: 30_000, everyMs: 250 }).catch(
    () => undefined,
  );
  return { text: `${active} jobs still active in the queue`, met: active === 0 };
}
