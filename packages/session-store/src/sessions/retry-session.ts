import type { Definition, SessionMode, SessionStatus } from '@workflow/workflow-model';
import { v7 as uuidv7 } from 'uuid';
import type { RetryOutcome } from '../contract.ts';
import { snapshotDefinition } from '../credentials/snapshot-definition.ts';
import type { Database, Query, Statement } from '../database.ts';
import { sessionColumns, toSessionView } from './session-view.ts';
import type { SessionRow } from './session-view.ts';

const LOCK: Statement = {
  name: 'lock_session',
  text: `SELECT status, mode, workflow_id AS "workflowId" FROM sessions WHERE id = $1 AND organization_id = $2 FOR NO KEY UPDATE`,
};

const READ_LATEST: Statement = {
  name: 'read_latest_definition',
  text: `SELECT w.draft, w.published_version AS version, v.definition_id AS "definitionId"
    FROM workflows w LEFT JOIN workflow_versions v ON v.workflow_id = w.id AND v.number = w.published_version
    WHERE w.id = $1 AND w.organization_id = $2 AND w.deleted_at IS NULL`,
};

/** A new run begins as a new session does: without start, end, crashes or time waited, so the deadline is its own. */
const RETRY: Statement = {
  name: 'retry_session',
  text: `WITH retried AS (
      UPDATE sessions s SET
        status = 'QUEUED', run = s.run + 1, resume_from_run = CASE WHEN $2 THEN s.run + 1 ELSE s.resume_from_run END,
        definition_id = coalesce($3, s.definition_id), workflow_version = CASE WHEN $3 IS NULL THEN s.workflow_version ELSE $4 END,
        dispatch = s.dispatch + 1, enqueued_at = CASE WHEN $5 THEN clock_timestamp() END,
        output = NULL, error = NULL, started_at = NULL, finished_at = NULL, due_at = NULL, waiting_since = NULL, waited_ms = 0, crashes = 0
      WHERE s.id = $1 RETURNING ${sessionColumns('s')}, s.dispatch
    ), ledger AS (
      INSERT INTO dispatches (id, session_ids) SELECT $6, ARRAY[$1] FROM retried WHERE $5
    )
    SELECT * FROM retried`,
};

/**
 * Starts a new run of a FAILED or CANCELLED session: from the failed step (steps of earlier runs count as
 * done) or from the start, on the pinned definition or the latest (PROD: the published version, TEST: the draft).
 */
export function retrySession(
  database: Database, organizationId: string, sessionId: string,
  options: { from: 'failed-step' | 'start'; version: 'pinned' | 'latest'; enqueue: boolean },
): Promise<RetryOutcome> {
  return database.transaction(async (query) => {
    const [session] = await query<{ status: SessionStatus; mode: SessionMode; workflowId: string }>(LOCK, [sessionId, organizationId]);
    if (session === undefined) return { kind: 'not-found' };
    if (session.status === 'SUCCEEDED') return { kind: 'succeeded' };
    if (session.status !== 'FAILED' && session.status !== 'CANCELLED') return { kind: 'not-terminal' };
    const latest = options.version === 'pinned' ? PINNED : await readLatest(query, organizationId, session);
    if (latest === null) return { kind: 'unpublished' };
    const [row] = await query<SessionRow & { dispatch: number }>(RETRY, [
      sessionId, options.from === 'start', latest.definitionId, latest.version, options.enqueue, uuidv7(),
    ]);
    const { dispatch, ...retried } = row as SessionRow & { dispatch: number };
    return { kind: 'retried', session: toSessionView(retried), dispatch };
  });
}

const PINNED = { definitionId: null, version: null };

async function readLatest(
  query: Query, organizationId: string, session: { mode: SessionMode; workflowId: string },
): Promise<{ definitionId: string; version: number | null } | null> {
  const [workflow] = await query<{ draft: Definition; version: number | null; definitionId: string | null }>(
    READ_LATEST, [session.workflowId, organizationId]);
  if (workflow === undefined) return null;
  if (session.mode === 'TEST') {
    return { definitionId: await snapshotDefinition(query, organizationId, session.workflowId, workflow.draft), version: null };
  }
  return workflow.definitionId === null ? null : { definitionId: workflow.definitionId, version: workflow.version };
}
