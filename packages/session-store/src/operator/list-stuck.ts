import type { SessionStatus } from '@workflow/workflow-model';
import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';
import { IN_FLIGHT } from '../dispatch/backlog-sql.ts';
import { isInBacklog, waitsUntilDue } from '../queued/queued-states.ts';

/** A session that has completed no step for a long time, and the reason why an operator should examine it. */
export interface StuckSession {
  id: string;
  organizationId: string;
  workflowId: string;
  status: SessionStatus;
  executorId: string | null;
  /**
   * `executor-gone`: RUNNING on an executor without a heartbeat. `running`: RUNNING on a living executor, without a
   * step for that long. `queued`: in the queue, and not claimed. `backlog`: not enqueued yet. `due`: its wait is over,
   * and it did not continue.
   */
  reason: 'executor-gone' | 'running' | 'queued' | 'backlog' | 'due';
  since: string;
}

type StuckRow = Omit<StuckSession, 'since'> & { since: Date };

const MAX_LISTED = 200;

/**
 * Lists the oldest sessions first. Sessions that flow control, a pause or a quota holds are not stuck. A session in the
 * backlog waits since its acceptance, whose time is in its id, and a delayed one since its start.
 */
const LIST = statement<{ minutes: number; executorDeadAfterMs: number }, StuckRow>()(
  'list_stuck_sessions',
  `WITH in_flight AS MATERIALIZED (
      SELECT s.* FROM (SELECT DISTINCT unnest(session_ids) AS id FROM enqueued_batches) l
      CROSS JOIN LATERAL (SELECT s.id, s.organization_id, s.workflow_id, s.status, s.executor_id, s.started_at,
          s.enqueued_at FROM sessions s WHERE s.id = l.id AND ${IN_FLIGHT} OFFSET 0) s
    ), stuck AS (
      SELECT f.id, f.organization_id, f.workflow_id, f.status, f.executor_id,
        CASE WHEN f.status <> 'RUNNING' THEN 'queued' WHEN e.id IS NULL THEN 'executor-gone' ELSE 'running' END
          AS reason,
        greatest(f.enqueued_at, (SELECT max(coalesce(p.finished_at, p.started_at)) FROM steps p
          WHERE p.session_id = f.id)) AS since
      FROM in_flight f LEFT JOIN executors e ON e.id = f.executor_id
        AND e.heartbeat_at > clock_timestamp() - $executorDeadAfterMs * interval '1 millisecond'
      UNION ALL
      SELECT b.id, b.organization_id, b.workflow_id, b.status, b.executor_id, 'backlog',
        greatest(to_timestamp(('x' || translate(left(b.id::text, 13), '-', ''))::bit(48)::bigint / 1000.0), b.starts_at)
      FROM (SELECT s.* FROM sessions s WHERE ${isInBacklog('s')} AND NOT EXISTS (
          SELECT FROM organization_quotas q
          WHERE q.organization_id = s.organization_id AND q.max_concurrent_sessions IS NOT NULL)
        ORDER BY s.organization_id, s.id LIMIT ${MAX_LISTED}) b
      UNION ALL
      SELECT d.id, d.organization_id, d.workflow_id, d.status, d.executor_id, 'due', d.due_at
      FROM (SELECT * FROM sessions WHERE ${waitsUntilDue()} AND due_at <= now() ORDER BY due_at LIMIT ${MAX_LISTED}) d
    )
    SELECT id, organization_id AS "organizationId", workflow_id AS "workflowId", status, executor_id AS "executorId",
      reason, since FROM stuck
    WHERE since <= clock_timestamp() - $minutes * interval '1 minute' ORDER BY since LIMIT ${MAX_LISTED}`,
  {
    id: 'uuid',
    organizationId: 'uuid',
    workflowId: 'uuid',
    status: 'session_status',
    executorId: 'uuid?',
    reason: 'text',
    since: 'timestamptz',
  },
);

/** Returns sessions of all organizations that made no progress for this many minutes. */
export async function listStuck(sql: Sql, minutes: number, executorDeadAfterMs: number): Promise<StuckSession[]> {
  const rows = await sql.query(...LIST.with({ minutes, executorDeadAfterMs }));
  return rows.map((row) => ({ ...row, since: row.since.toISOString() }));
}
