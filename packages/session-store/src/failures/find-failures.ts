import { findComponentType } from '@workflow/components/descriptors';
import type { Component } from '@workflow/workflow-model';
import { plainArray } from '../postgres/sql-arrays.ts';
import type { Query, Statement } from '../postgres/sql.ts';
import { type SessionRow, sessionColumnsIf, sessionValueBytes, toSessionView } from '../sessions/session-view.ts';

/** Larger values of a failed session are left out of what starts. */
const MAX_VALUE_BYTES = 64 * 1024;

/**
 * SQL: whether an `error` trigger of the organization may hear of the session `s` that ended so. The index of the
 * triggers is asked for failed PROD sessions alone.
 */
export function isHeard(session: string): string {
  return `CASE WHEN ${session}.status = 'FAILED' AND ${session}.mode = 'PROD' THEN EXISTS (SELECT FROM error_triggers h
      WHERE h.organization_id = ${session}.organization_id) ELSE false END`;
}

/** What is below a session that an `error` trigger began sets off nothing. */
const FIND: Statement = {
  name: 'find_failures_to_tell',
  text: `SELECT ${sessionColumnsIf('b.bytes <= $2', 's')}, s.organization_id AS "organizationId",
      s.request_id AS "requestId", b.bytes > $2 AS truncated,
      CASE WHEN s.parent_id IS NOT NULL THEN coalesce((
        SELECT c FROM sessions p JOIN definitions d ON d.id = p.definition_id
          CROSS JOIN LATERAL jsonb_array_elements(d.content->'components') c
        WHERE p.id = s.parent_id AND c->>'id' = s.parent_component_id::text LIMIT 1), 'null') END AS "startedBy"
    FROM sessions s CROSS JOIN LATERAL (SELECT ${sessionValueBytes('s')} AS bytes OFFSET 0) b
    WHERE s.id = ANY ($1::uuid[]) AND s.trigger <> 'ERROR' AND NOT EXISTS (
      SELECT FROM parent_sessions t JOIN sessions root ON root.id = t.path[1]
      WHERE t.session_id = s.parent_id AND root.trigger = 'ERROR')
    ORDER BY s.id`,
};

interface FailureRow extends SessionRow {
  organizationId: string;
  requestId: string | null;
  truncated: boolean;
  /** The component of the parent that started it; undefined in a database: nobody did. */
  startedBy: Component | null;
}

/** A failed session that may set something off. */
export interface Failure {
  id: string;
  workflowId: string;
  organizationId: string;
  requestId: string | null;
  /** As the API shows it, without large values. */
  shown: object;
}

/** Those of the failed sessions that no parent waits for, outside of what an `error` trigger began. */
export async function findFailures(query: Query, sessionIds: readonly string[]): Promise<Failure[]> {
  const rows = await query<FailureRow>(FIND, [plainArray(sessionIds), MAX_VALUE_BYTES]);
  return rows.filter(isOnItsOwn).map(({ organizationId, requestId, truncated, startedBy: _startedBy, ...row }) => {
    const view = toSessionView(row);
    const { id, workflowId } = view;
    return { id, workflowId, organizationId, requestId, shown: truncated ? { ...view, truncated } : view };
  });
}

/** Without its parent's component, which is gone, nobody waits. */
function isOnItsOwn({ parentId, startedBy }: FailureRow): boolean {
  if (parentId === null || startedBy === null) return true;
  return findComponentType(startedBy)?.waitsForSessions(startedBy.config) !== true;
}
