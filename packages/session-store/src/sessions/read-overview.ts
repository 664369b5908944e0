import type { SessionsOverview } from '../contract.ts';
import type { Database, Statement } from '../database.ts';
import { timeOfUuidv7 } from './session-view.ts';

/** Above it the console says "more than". */
const MAX_COUNTED = 10_000;

const READ: Statement = {
  name: 'read_overview',
  text: `WITH in_flight AS MATERIALIZED (
      SELECT s.id, s.status FROM (SELECT DISTINCT unnest(session_ids) AS id FROM dispatches) l
      CROSS JOIN LATERAL (SELECT id, status FROM sessions WHERE id = l.id AND organization_id = $1 AND enqueued_at IS NOT NULL OFFSET 0) s
    ), backlog AS MATERIALIZED (
      SELECT id FROM sessions WHERE organization_id = $1 AND enqueued_at IS NULL ORDER BY id LIMIT ${MAX_COUNTED}
    )
    SELECT (SELECT count(*) FROM backlog)::int + (SELECT count(*) FROM in_flight WHERE status = 'QUEUED')::int AS waiting,
      (SELECT count(*) FROM in_flight WHERE status = 'RUNNING')::int AS running,
      least((SELECT id::text FROM backlog ORDER BY id LIMIT 1), (SELECT min(id::text) FROM in_flight WHERE status = 'QUEUED')) AS "oldestWaiting",
      (SELECT json_agg(m ORDER BY m.minute) FROM (
        SELECT to_char(minute AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS minute, succeeded, failed, cancelled
        FROM session_counts WHERE organization_id = $1 AND minute > now() - $2 * interval '1 minute') m) AS "perMinute"`,
};

/** One organization at a glance, with the ends of the last `minutes`. */
export async function readOverview(database: Database, organizationId: string, minutes: number): Promise<SessionsOverview> {
  const [row] = await database.query<{
    waiting: number; running: number; oldestWaiting: string | null; perMinute: SessionsOverview['perMinute'] | null;
  }>(READ, [organizationId, minutes]);
  return {
    waiting: row?.waiting ?? 0,
    running: row?.running ?? 0,
    oldestWaitingAt: row === undefined || row.oldestWaiting === null ? null : timeOfUuidv7(row.oldestWaiting).toISOString(),
    perMinute: row?.perMinute ?? [],
  };
}
