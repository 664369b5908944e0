import type { SessionMode } from '@workflow/workflow-model';
import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';
import { columnOf } from '../ends/count-ends.ts';
import { timeOfUuidv7 } from '../ids/uuidv7-time.ts';
import { isInBacklog, isOutsideBacklog } from '../queued/queued-states.ts';

/** Figures of one organization's sessions of a mode, for the console's overview. */
interface SessionsOverview {
  /** QUEUED sessions: in the backlog, in the queue or on hold, counted up to 10,000 outside of the queue. */
  waiting: number;
  /** QUEUED sessions that flow control or a pause holds, counted up to 10,000. */
  held: number;
  running: number;
  /** Sessions that are WAITING for a delay, a backoff or children, counted up to 10,000. */
  sleeping: number;
  /** When the oldest QUEUED session that is not on hold was created. */
  oldestWaitingAt: string | null;
  /**
   * Sessions, including children, by the minute of their last end, oldest first. Minutes without an end are left out.
   * It is about a second behind.
   */
  perMinute: { minute: string; succeeded: number; failed: number; cancelled: number }[];
}

/** The maximum that is counted. Above it the console shows "more than". */
const MAX_COUNTED = 10_000;

const READ = {
  PROD: readOf('PROD'),
  TEST: readOf('TEST'),
};

interface OverviewRow extends Pick<SessionsOverview, 'waiting' | 'held' | 'running' | 'sleeping'> {
  /** The id of the session. */
  oldestWaiting: string | null;
  perMinute: SessionsOverview['perMinute'] | null;
}

function readOf(mode: SessionMode) {
  const ends = (['SUCCEEDED', 'FAILED', 'CANCELLED'] as const).map(
    (status) => `${columnOf(mode, status)} AS ${status.toLowerCase()}`,
  );
  return statement<{ organizationId: string; minutes: number }, OverviewRow>()(
    `read_overview_${mode.toLowerCase()}`,
    `WITH in_flight AS MATERIALIZED (
      SELECT s.id, s.status FROM (SELECT DISTINCT unnest(session_ids) AS id FROM enqueued_batches) l
      CROSS JOIN LATERAL (SELECT id, status FROM sessions
        WHERE id = l.id AND organization_id = $organizationId AND mode = '${mode}' AND ${isOutsideBacklog()}
        OFFSET 0) s
    ), backlog AS MATERIALIZED (
      SELECT id FROM (SELECT id, mode FROM sessions WHERE organization_id = $organizationId AND ${isInBacklog()}
        ORDER BY id LIMIT ${MAX_COUNTED}) b WHERE mode = '${mode}'
    ), held AS MATERIALIZED (
      SELECT session_id AS id FROM flow_entries
      WHERE organization_id = $organizationId AND stage <> 'STARTED' AND starts_at IS NULL AND '${mode}' = 'PROD'
      LIMIT ${MAX_COUNTED}
    ), sleeping AS MATERIALIZED (
      SELECT mode FROM sessions WHERE organization_id = $organizationId AND rare_status = 'WAITING' LIMIT ${MAX_COUNTED}
    )
    SELECT (SELECT count(*) FROM backlog)::int + (SELECT count(*) FROM held)::int
        + (SELECT count(*) FROM in_flight WHERE status = 'QUEUED')::int AS waiting,
      (SELECT count(*) FROM held)::int AS held,
      (SELECT count(*) FROM in_flight WHERE status = 'RUNNING')::int AS running,
      (SELECT count(*) FROM sleeping WHERE mode = '${mode}')::int AS sleeping,
      least((SELECT id::text FROM backlog ORDER BY id LIMIT 1),
        (SELECT min(id::text) FROM in_flight WHERE status = 'QUEUED')) AS "oldestWaiting",
      (SELECT json_agg(m ORDER BY m.minute) FROM (
        SELECT to_char(minute AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS minute, ${ends.join(', ')}
        FROM session_counts WHERE organization_id = $organizationId
          AND minute > now() - $minutes * interval '1 minute') m
        WHERE m.succeeded + m.failed + m.cancelled > 0) AS "perMinute"`,
    { waiting: 'int4', held: 'int4', running: 'int4', sleeping: 'int4', oldestWaiting: 'text?', perMinute: 'json?' },
  );
}

/** Returns figures of one organization, with the ends of the last `minutes`, at most 7 days of them. */
export async function readOverview(
  sql: Sql,
  organizationId: string,
  minutes: number,
  mode: SessionMode,
): Promise<SessionsOverview> {
  const [row] = await sql.query(...READ[mode].with({ organizationId, minutes }));
  return {
    waiting: row?.waiting ?? 0,
    held: row?.held ?? 0,
    running: row?.running ?? 0,
    sleeping: row?.sleeping ?? 0,
    oldestWaitingAt:
      row === undefined || row.oldestWaiting === null ? null : timeOfUuidv7(row.oldestWaiting).toISOString(),
    perMinute: row?.perMinute ?? [],
  };
}
