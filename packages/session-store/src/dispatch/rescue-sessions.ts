import { IN_FLIGHT } from './backlog-sql.ts';
import type { EnqueuedSession } from './take-from-backlog.ts';
import { poolOf } from '../queued/session-pool.ts';
import { textArray, type SqlArray } from '../postgres/sql-arrays.ts';
import type { Sql } from '../postgres/sql.ts';
import { scoped, type Scope } from '../postgres/scoped.ts';

/**
 * Finds sessions to enqueue again:
 *
 * - Sessions that have waited in the queue for long. They get the same job id, so nothing changes if the queue still
 *   has the job.
 * - Sessions of a dead executor. They get a new job id, because their old job may still exist. They get another one
 *   only after EXECUTOR_DEAD_AFTER_MS, so that one death causes one new job.
 *
 * The statement never waits for the lock of a session, because a cancel locks sessions first and batches afterwards.
 */
const RESCUE = scoped<{ olderThanMs: number; executorDeadAfterMs: number; pools: SqlArray }, RescuedSession>()(
  'rescue',
  (isServed) => `WITH entries AS MATERIALIZED (
      SELECT d.id AS batch_id, d.enqueued_at <= clock_timestamp() - $olderThanMs * interval '1 millisecond'
        AS stale, s.*
      FROM enqueued_batches d CROSS JOIN LATERAL unnest(d.session_ids) AS u(session_id)
      CROSS JOIN LATERAL (
        SELECT s.id, s.organization_id, s.workflow_id, s.pool, s.enqueue_number, s.status, s.executor_id, s.enqueued_at
        FROM sessions s
        WHERE s.id = u.session_id AND ${IN_FLIGHT}${isServed('s.organization_id')} OFFSET 0) s
    ), enqueued AS (
      UPDATE enqueued_batches SET enqueued_at = clock_timestamp()
      WHERE id = ANY (ARRAY(SELECT batch_id FROM entries WHERE stale AND status <> 'RUNNING'))
    ), orphans AS (
      UPDATE sessions s SET enqueue_number = s.enqueue_number + 1, enqueued_at = clock_timestamp(),
        pool = ${poolOf('s')}
      WHERE s.id = ANY (ARRAY(
          SELECT o.id FROM entries e CROSS JOIN LATERAL (
            SELECT s.id FROM sessions s WHERE s.id = e.id AND s.status = 'RUNNING'
              AND ${poolOf('s')} = ANY ($pools::text[])
            OFFSET 0 FOR NO KEY UPDATE SKIP LOCKED) o
          WHERE e.status = 'RUNNING'
            AND e.enqueued_at <= clock_timestamp() - $executorDeadAfterMs * interval '1 millisecond'
            AND NOT EXISTS (SELECT FROM executors x
              WHERE x.id = e.executor_id
                AND x.heartbeat_at > clock_timestamp() - $executorDeadAfterMs * interval '1 millisecond')))
      RETURNING s.id, s.organization_id, s.workflow_id, s.pool, s.enqueue_number, true
    )
    SELECT id AS "sessionId", organization_id AS "organizationId", workflow_id AS "workflowId", pool,
      enqueue_number AS "enqueueNumber", false AS "hadExecutor" FROM entries
      WHERE stale AND status <> 'RUNNING' AND pool = ANY ($pools::text[])
    UNION SELECT * FROM orphans`,
  {
    sessionId: 'uuid',
    organizationId: 'uuid',
    workflowId: 'uuid',
    pool: 'text',
    enqueueNumber: 'int4',
    hadExecutor: 'bool',
  },
);

/** A session to enqueue again. */
export interface RescuedSession extends EnqueuedSession {
  /** True if its executor died. False if it has waited in the queue for long, so its job may be lost. */
  hadExecutor: boolean;
}

/**
 * Returns the jobs to add: sessions of enqueued batches that are QUEUED for longer than `olderThanMs`, or RUNNING on a
 * dead executor.
 *
 * @param pools the pools with executors. Each rescue would add a job to any other pool, and nobody would remove it
 */
export function rescueSessions(
  sql: Sql,
  olderThanMs: number,
  executorDeadAfterMs: number,
  pools: readonly string[],
  scope: Scope,
): Promise<RescuedSession[]> {
  return sql.query(...RESCUE.with(scope, { olderThanMs, executorDeadAfterMs, pools: textArray(pools) }));
}
