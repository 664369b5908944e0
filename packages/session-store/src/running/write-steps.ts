import type { StepRecord } from '../contract.ts';

/**
 * SQL that writes the steps which `source` carries as JSON in its column `steps`, for each of its sessions. A
 * step that was written RUNNING before its effect began is completed; JSON text keeps each value in one piece,
 * so that a batch needs one parameter however many steps it has.
 */
export function writeSteps(source: string): string {
  return `INSERT INTO steps (session_id, run, component_id, iteration, attempt, status, port, input, output, error, started_at, finished_at)
    SELECT w.session_id, x.run, x."componentId", x.iteration, x.attempt, x.status, x.port, x.input, x.output, x.error, x."startedAt", x."finishedAt"
    FROM ${source} w CROSS JOIN LATERAL json_to_recordset(w.steps) AS x(
      run int, "componentId" uuid, iteration int, attempt int, status step_status, port text,
      input jsonb, output jsonb, error jsonb, "startedAt" timestamptz, "finishedAt" timestamptz)
    ON CONFLICT (session_id, run, component_id, iteration, attempt) DO UPDATE
      SET status = excluded.status, port = excluded.port, input = excluded.input, output = excluded.output,
        error = excluded.error, started_at = excluded.started_at, finished_at = excluded.finished_at`;
}

/** Whether a step ended, whichever way; the row that is written before an effect begins is none. */
export function isProgress(steps: readonly StepRecord[]): boolean {
  return steps.some((step) => step.status !== 'RUNNING');
}
