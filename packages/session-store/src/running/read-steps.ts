import type { StepRecord } from '../contract.ts';
import type { Database, Statement } from '../database.ts';

const READ: Statement = {
  name: 'read_steps',
  text: `SELECT component_id AS "componentId", run, iteration, attempt, status, port, input, output, error,
      started_at AS "startedAt", finished_at AS "finishedAt"
    FROM steps WHERE session_id = $1 AND run >= $2 ORDER BY started_at, component_id, iteration, attempt`,
};

/** Committed steps of the runs from `resumeFromRun` on, by start time. */
export function readSteps(database: Database, sessionId: string, resumeFromRun: number): Promise<StepRecord[]> {
  return database.query<StepRecord>(READ, [sessionId, resumeFromRun]);
}
