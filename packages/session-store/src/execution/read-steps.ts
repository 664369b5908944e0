import type { StepRecord } from './write-steps.ts';
import type { Sql, Statement } from '../postgres/sql.ts';
import { orderedColumn } from '../rows/key-order.ts';

const READ: Statement = {
  name: 'read_steps',
  text: `SELECT component_id AS "componentId", run, iteration, attempt, status, port, input,
      ${orderedColumn('steps', 'output', 'ordered_output')} AS output, error,
      started_at AS "startedAt", finished_at AS "finishedAt"
    FROM steps WHERE session_id = $1 AND run >= $2 ORDER BY started_at, component_id, iteration, attempt`,
};

/** Committed steps of the runs from `resumeFromRun` on, by start time. */
export function readSteps(sql: Sql, sessionId: string, resumeFromRun: number): Promise<StepRecord[]> {
  return sql.query<StepRecord>(READ, [sessionId, resumeFromRun]);
}
