import { plainArray, type SqlArray } from '../postgres/sql-arrays.ts';
import { scoped, type Scope } from '../postgres/scoped.ts';
import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';
import { definitionsOfTurn } from '../acceptance/definitions-of-turn.ts';
import { startingTransaction, type StartTools } from '../acceptance/start-sessions.ts';
import { LAST_STARTED, lockSchedules } from './schedules-sql.ts';
import { DueSessionIds, startDueTimes, type StartingDueTime } from './start-due-times.ts';

const MAX_STARTED = 500;

/** Finds the first waiting due time of each schedule without a running session: one step of the index for each. */
const FIND = scoped<object, Omit<StartingDueTime, 'sessionId'>>()(
  'find_waiting_due_times',
  (isServed) => `WITH RECURSIVE s AS (
      (SELECT organization_id, workflow_id, component_id, due_at FROM due_times WHERE status = 'WAITING'
        ORDER BY organization_id, workflow_id, component_id, due_at LIMIT 1)
      UNION ALL
      SELECT n.* FROM s CROSS JOIN LATERAL (
        SELECT d.organization_id, d.workflow_id, d.component_id, d.due_at FROM due_times d
        WHERE d.status = 'WAITING' AND (d.organization_id, d.workflow_id, d.component_id)
          > (s.organization_id, s.workflow_id, s.component_id)
        ORDER BY d.organization_id, d.workflow_id, d.component_id, d.due_at LIMIT 1) n
    ), turns AS (
      SELECT s.*, row_number() OVER (PARTITION BY s.organization_id ORDER BY s.due_at) AS turn FROM s
      WHERE NOT EXISTS ${LAST_STARTED}${isServed('s.organization_id')}
    )
    SELECT d.organization_id AS "organizationId", d.workflow_id AS "workflowId", d.component_id AS "componentId",
      d.definition_id AS "definitionId", d.workflow_version AS "workflowVersion", d.output, d.has_flow AS "hasRules",
      (extract(epoch FROM d.due_at) * 1000)::float8 AS "dueMs"
    FROM (SELECT * FROM turns ORDER BY turn, due_at LIMIT ${MAX_STARTED}) t
    JOIN due_times d ON d.workflow_id = t.workflow_id AND d.component_id = t.component_id AND d.due_at = t.due_at
    WHERE d.status = 'WAITING'
    FOR UPDATE OF d SKIP LOCKED`,
  {
    organizationId: 'uuid',
    workflowId: 'uuid',
    componentId: 'uuid',
    definitionId: 'uuid',
    workflowVersion: 'int4',
    output: 'text?',
    hasRules: 'bool',
    dueMs: 'float8',
  },
);

const START = statement<Record<'workflowIds' | 'componentIds' | 'dueMs' | 'sessionIds', SqlArray>>()(
  'start_waiting_due_times',
  `UPDATE due_times d SET status = 'STARTED', session_id = i.session_id
    FROM unnest($workflowIds::uuid[], $componentIds::uuid[], $dueMs::bigint[], $sessionIds::uuid[])
      AS i(workflow_id, component_id, due_ms, session_id)
    WHERE d.workflow_id = i.workflow_id AND d.component_id = i.component_id
      AND d.due_at = to_timestamp(i.due_ms / 1000.0)`,
  {},
);

/**
 * Starts the first waiting due time of each schedule whose session has ended.
 * @returns the number of started sessions
 */
export function startWaitingDueTimes(sql: Sql, tools: StartTools, scope: Scope): Promise<number> {
  const ids = new DueSessionIds();
  return startingTransaction(sql, async (query, ready) => {
    if (!(await lockSchedules(query))) return 0;
    const dueTimes = await query(...FIND.with(scope, {}));
    if (dueTimes.length === 0) return 0;
    const readable = definitionsOfTurn(dueTimes);
    const starting = dueTimes
      .filter(({ hasRules, definitionId }) => !hasRules || readable.has(definitionId))
      .map((due) => ({ ...due, sessionId: ids.of(due, due.dueMs) }));
    await startDueTimes(query, starting, ready, tools);
    await query(
      ...START.with({
        workflowIds: plainArray(starting.map(({ workflowId }) => workflowId)),
        componentIds: plainArray(starting.map(({ componentId }) => componentId)),
        dueMs: plainArray(starting.map(({ dueMs }) => dueMs)),
        sessionIds: plainArray(starting.map(({ sessionId }) => sessionId)),
      }),
    );
    return starting.length;
  });
}
