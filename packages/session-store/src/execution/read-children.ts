import type { Json, JsonObject, SessionError, SessionStatus } from '@workflow/workflow-model';
import type { Sql, Statement } from '../postgres/sql.ts';
import { orderedColumn } from '../rows/key-order.ts';

export interface ChildState {
  sessionId: string;
  iteration: number;
  status: SessionStatus;
  output: Json;
  error: SessionError | null;
  /** What it was started with; null for a child of this run, which was started with what the component has now. */
  kept: { workflowId: string; componentId: string; placeholderValues: JsonObject } | null;
}

/** A retry begins a new run, whose children are its own: of earlier runs, those count that succeeded. */
const READ: Statement = {
  name: 'read_children',
  text: `SELECT DISTINCT ON (parent_iteration) id AS "sessionId", parent_iteration AS iteration, status,
      ${orderedColumn('sessions', 'output', 'ordered_output')} AS output, error,
      CASE WHEN parent_run < $2 THEN json_build_object('workflowId', workflow_id, 'componentId', component_id,
        'placeholderValues', placeholder_values) END AS kept
    FROM sessions
    WHERE parent_id = $1 AND parent_component_id = $3
      AND (parent_run = $2 OR (parent_run BETWEEN $4 AND $2 AND status = 'SUCCEEDED'))
    ORDER BY parent_iteration, parent_run DESC`,
};

/**
 * Children of one component in one run, by iteration, and those of earlier runs from `resumeFromRun` on that succeeded
 * and that this run has not started again.
 */
export function readChildren(
  sql: Sql,
  parent: { sessionId: string; run: number; resumeFromRun: number; componentId: string },
): Promise<ChildState[]> {
  const { sessionId, run, resumeFromRun, componentId } = parent;
  return sql.query<ChildState>(READ, [sessionId, run, componentId, resumeFromRun]);
}
