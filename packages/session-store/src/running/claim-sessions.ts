import type { ClaimRequest, ClaimedSession } from '../contract.ts';
import type { Database, Statement } from '../database.ts';
import { plainArray } from '../sql-arrays.ts';

/**
 * Claimable: QUEUED; WAITING, due and handed to the queue since; RUNNING by an executor whose heartbeat
 * stopped, which counts as a crash; RUNNING by the one that asks, which then never heard of its claim. What is
 * still in the backlog is not: the ledger has to know a session before it runs, or nobody would miss it when
 * its executor dies.
 */
const CLAIM: Statement = {
  name: 'claim',
  text: `UPDATE sessions s SET
      status = 'RUNNING',
      attempt = s.attempt + 1,
      crashes = s.crashes + (s.status = 'RUNNING' AND s.executor_id IS DISTINCT FROM i.executor_id)::int,
      executor_id = i.executor_id,
      started_at = coalesce(s.started_at, clock_timestamp()),
      waited_ms = s.waited_ms + coalesce((extract(epoch FROM clock_timestamp() - s.waiting_since) * 1000)::bigint, 0),
      due_at = NULL,
      waiting_since = NULL
    FROM unnest($1::uuid[], $2::uuid[]) AS i(session_id, executor_id)
    WHERE s.id = i.session_id
      AND s.enqueued_at IS NOT NULL
      AND (s.status = 'QUEUED'
        OR (s.status = 'WAITING' AND s.due_at <= clock_timestamp() AND s.enqueued_at >= s.due_at)
        OR (s.status = 'RUNNING' AND (s.executor_id = i.executor_id OR NOT EXISTS (
          SELECT FROM executors e
          WHERE e.id = s.executor_id AND e.heartbeat_at > clock_timestamp() - $3 * interval '1 millisecond'))))
    RETURNING s.id, s.organization_id AS "organizationId", s.workflow_id AS "workflowId", s.definition_id AS "definitionId",
      s.component_id AS "componentId", s.mode, s.placeholder_values AS "placeholderValues", s.attempt, s.run,
      s.resume_from_run AS "resumeFromRun", s.crashes, s.depth, s.children_finished AS "childrenFinished",
      s.attempt > 1 AS resumed, clock_timestamp() AS "claimedAt",
      greatest(0, extract(epoch FROM clock_timestamp() - s.started_at) * 1000 - s.waited_ms)::float8 AS "ranMs"`,
};

/** Claims each session that can be claimed and raises its `attempt`, the fencing token; null for the others. */
export async function claimSessions(database: Database, executorDeadAfterMs: number, requests: ClaimRequest[]): Promise<(ClaimedSession | null)[]> {
  const rows = await database.query<ClaimedSession>(CLAIM, [
    plainArray(requests.map((request) => request.sessionId)),
    plainArray(requests.map((request) => request.executorId)),
    executorDeadAfterMs,
  ]);
  const claimed = new Map(rows.map((row) => [row.id, row]));
  return requests.map((request) => claimed.get(request.sessionId) ?? null);
}
