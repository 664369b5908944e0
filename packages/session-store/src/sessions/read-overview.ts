import type { SessionsOverview } from '../contract.ts';
import type { Database, Statement } from '../database.ts';
import { firstUuidv7At, timeOfUuidv7 } from './session-view.ts';

/** Above it the console says "more than". */
const MAX_COUNTED = 100_000;
/** Sessions that the chart looks at, newest first. */
const MAX_CHARTED = 10_000;

const READ: Statement = {
  name: 'read_overview',
  text: `WITH in_flight AS MATERIALIZED (
      SELECT s.id, s.status FROM (SELECT DISTINCT unnest(session_ids) AS id FROM dispatches) l
      CROSS JOIN LATERAL (SELECT id, status FROM sessions WHERE id = l.id AND organization_id = $1 AND enqueued_at IS NOT NULL OFFSET 0) s
    ), backlog AS MATERIALIZED (
      SELECT id FROM sessions WHERE organization_id = $1 AND enqueued_at IS NULL ORDER BY id LIMIT ${MAX_COUNTED}
    ), ended AS (
      SELECT date_trunc('minute', finished_at) AS minute, status
      FROM (SELECT finished_at, status FROM sessions WHERE organization_id = $1 AND id >= $2::uuid ORDER BY id DESC LIMIT ${MAX_CHARTED}) s
      WHERE finished_at > now() - interval '1 hour'
    )
    SELECT (SELECT count(*) FROM backlog)::int + (SELECT count(*) FROM in_flight WHERE status = 'QUEUED')::int AS waiting,
      (SELECT count(*) FROM in_flight WHERE status = 'RUNNING')::int AS running,
      least((SELECT id::text FROM backlog ORDER BY id LIMIT 1), (SELECT min(id::text) FROM in_flight WHERE status = 'QUEUED')) AS "oldestWaiting",
      (SELECT json_agg(m ORDER BY m.minute) FROM (
        SELECT to_char(minute AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS minute,
          count(*) FILTER (WHERE status = 'SUCCEEDED') AS succeeded, count(*) FILTER (WHERE status = 'FAILED') AS failed,
          count(*) FILTER (WHERE status = 'CANCELLED') AS cancelled
        FROM ended GROUP BY 1) m) AS "perMinute"`,
};

/** One organization at a glance. Sessions made more than a day ago do not count in the chart. */
export async function readOverview(database: Database, organizationId: string): Promise<SessionsOverview> {
  const since = firstUuidv7At(new Date(Date.now() - 86_400_000));
  const [row] = await database.query<{
    waiting: number; running: number; oldestWaiting: string | null; perMinute: SessionsOverview['perMinute'] | null;
  }>(READ, [organizationId, since]);
  return {
    waiting: row?.waiting ?? 0,
    running: row?.running ?? 0,
    oldestWaitingAt: row === undefined || row.oldestWaiting === null ? null : timeOfUuidv7(row.oldestWaiting).toISOString(),
    perMinute: row?.perMinute ?? [],
  };
}
