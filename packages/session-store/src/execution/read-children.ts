import type { Json, JsonObject, SessionError, SessionStatus } from '@workflow/workflow-model';
import { plainArray, type SqlArray } from '../postgres/sql-arrays.ts';
import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';
import type { SensitiveSeals } from '../sealing/sensitive-seals.ts';
import { orderedColumn } from '../values/key-order.ts';
import { valueBytes } from '../values/value-bytes.ts';
import type { OpenedOutput } from './read-steps.ts';

export interface ChildState {
  sessionId: string;
  iteration: number;
  status: SessionStatus;
  /** Size of its output as JSON text. `readChildOutputs` reads it. */
  outputBytes: number;
  error: SessionError | null;
  /**
   * Size of the values with which it was started, which `readChildStarts` reads; null for a child of this run, whose
   * values the component has.
   */
  startBytes: number | null;
}

/** The start of a child of an earlier run. */
export interface ChildStart {
  sessionId: string;
  start: { workflowId: string; componentId: string; placeholderValues: JsonObject };
}

/** Reads children. A retry begins a new run with new children. Succeeded children of earlier runs count. */
const READ = statement<{ sessionId: string; run: number; componentId: string; resumeFromRun: number }, ChildState>()(
  'read_children',
  `SELECT DISTINCT ON (parent_iteration) id AS "sessionId", parent_iteration AS iteration, status,
      ${valueBytes('sessions', 'output')} AS "outputBytes", error,
      CASE WHEN parent_run < $run THEN ${valueBytes('sessions', 'placeholder_values')} END AS "startBytes"
    FROM sessions
    WHERE parent_id = $sessionId AND parent_component_id = $componentId
      AND (parent_run = $run OR (parent_run BETWEEN $resumeFromRun AND $run AND status = 'SUCCEEDED'))
    ORDER BY parent_iteration, parent_run DESC`,
  {
    sessionId: 'uuid',
    iteration: 'int4',
    status: 'session_status',
    outputBytes: 'int4',
    error: 'jsonb?',
    startBytes: 'int4?',
  },
);

/**
 * Returns the children of one component in one run, by iteration, and the succeeded children of earlier runs, from
 * `resumeFromRun` on, that this run has not started again.
 */
export function readChildren(
  sql: Sql,
  parent: { sessionId: string; run: number; resumeFromRun: number; componentId: string },
): Promise<ChildState[]> {
  const { sessionId, run, resumeFromRun, componentId } = parent;
  return sql.query(...READ.with({ sessionId, run, componentId, resumeFromRun }));
}

/** The session whose children are read. */
export interface ParentKey {
  organizationId: string;
  sessionId: string;
}

const READ_OUTPUTS = statement<
  { parentId: string; childIds: SqlArray },
  { sessionId: string; output: Json; hidden: Uint8Array | null }
>()(
  'read_child_outputs',
  `SELECT s.id AS "sessionId", ${orderedColumn('s', 'output', 'ordered_output')} AS output,
      s.hidden_output AS hidden
    FROM unnest($childIds::uuid[]) AS i(id) JOIN sessions s ON s.id = i.id AND s.parent_id = $parentId`,
  { sessionId: 'uuid', output: 'json?', hidden: 'bytea?' },
);

/** Returns the outputs of children of a session, by the ids of the children. */
export async function readChildOutputs(
  sql: Sql,
  seals: SensitiveSeals,
  { organizationId, sessionId: parentId }: ParentKey,
  childIds: readonly string[],
): Promise<Map<string, OpenedOutput>> {
  const rows = await sql.query(...READ_OUTPUTS.with({ parentId, childIds: plainArray(childIds) }));
  const outputs = new Map<string, OpenedOutput>();
  for (const { sessionId, output, hidden } of rows) {
    const { value, sensitive } =
      hidden === null
        ? { value: output, sensitive: [] }
        : await seals.open(organizationId, `output ${sessionId}`, hidden);
    outputs.set(sessionId, { output: value, sensitive });
  }
  return outputs;
}

const READ_STARTS = statement<{ parentId: string; childIds: SqlArray }, ChildStart & { hidden: Uint8Array | null }>()(
  'read_child_starts',
  `SELECT s.id AS "sessionId", json_build_object('workflowId', s.workflow_id, 'componentId', s.component_id,
      'placeholderValues', ${orderedColumn('s', 'placeholder_values', 'ordered_values')}) AS start, s.hidden
    FROM unnest($childIds::uuid[]) AS i(id) JOIN sessions s ON s.id = i.id AND s.parent_id = $parentId`,
  { sessionId: 'uuid', start: 'json', hidden: 'bytea?' },
);

/** Returns the starts of children of a session. */
export async function readChildStarts(
  sql: Sql,
  seals: SensitiveSeals,
  { organizationId, sessionId: parentId }: ParentKey,
  childIds: readonly string[],
): Promise<ChildStart[]> {
  const rows = await sql.query(...READ_STARTS.with({ parentId, childIds: plainArray(childIds) }));
  const children: ChildStart[] = [];
  for (const { sessionId, start, hidden } of rows) {
    if (hidden === null) children.push({ sessionId, start });
    else {
      const { value } = await seals.open(organizationId, `session ${sessionId}`, hidden);
      children.push({ sessionId, start: { ...start, placeholderValues: value as JsonObject } });
    }
  }
  return children;
}
