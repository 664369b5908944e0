import { ofAnyLength } from '../postgres/of-any-length.ts';
import { hiddenArray, jsonArray, plainArray, textArray, type SqlArray } from '../postgres/sql-arrays.ts';
import type { StepText } from './write-out.ts';

/** The parameters of `writeSteps`. Each is a list with an entry for each step. */
export type StepParameters = Record<
  | 'stepSessionIds'
  | 'stepRuns'
  | 'stepComponentIds'
  | 'stepIterations'
  | 'stepAttempts'
  | 'stepStatuses'
  | 'stepPorts'
  | 'stepInputs'
  | 'stepOutputs'
  | 'stepErrors'
  | 'stepStartedAt'
  | 'stepFinishedAt'
  | 'stepKeepsText'
  | 'stepHidden'
  | 'stepKeepsInput'
  | 'stepParts',
  SqlArray
>;

/**
 * Returns SQL that writes the steps of the sessions in the column `session_id` of `source`, with the parameters
 * `StepParameters`. It completes a step that was written as RUNNING before its effect, or as WAITING. It does not
 * change a step that ended, even if the step is written twice because the first answer was lost.
 * A value that jsonb would change is written only as text, except for WAITING steps, whose fields statements read.
 * IS TRUE prevents the planner from turning IN into a join, so a hash table finds the sessions.
 */
export function writeSteps(source: string): string {
  return `INSERT INTO steps (session_id, run, component_id, iteration, attempt, status, port, input, output, error,
      started_at, finished_at, ordered_input, ordered_output, input_bytes, output_bytes, hidden, part)
    SELECT x.session_id, x.run, x.component_id, x.iteration, x.attempt, x.status, x.port,
      CASE WHEN NOT x.keeps_input THEN x.input::jsonb END,
      CASE WHEN NOT x.keeps_text OR x.status = 'WAITING' THEN x.output::jsonb END,
      x.error::jsonb, x.started_at, x.finished_at,
      CASE WHEN x.keeps_input THEN x.input::json END, CASE WHEN x.keeps_text THEN x.output::json END,
      octet_length(x.input), octet_length(x.output), x.hidden, x.part::jsonb
    FROM unnest(${ofAnyLength('$stepSessionIds::uuid[]')}, $stepRuns::int[], $stepComponentIds::uuid[],
        $stepIterations::int[], $stepAttempts::int[], $stepStatuses::step_status[], $stepPorts::text[],
        $stepInputs::text[], $stepOutputs::text[], $stepErrors::text[], $stepStartedAt::timestamptz[],
        $stepFinishedAt::timestamptz[], $stepKeepsText::boolean[], $stepHidden::bytea[], $stepKeepsInput::boolean[],
        $stepParts::text[])
      AS x(session_id, run, component_id, iteration, attempt, status, port, input, output, error,
        started_at, finished_at, keeps_text, hidden, keeps_input, part)
    WHERE (x.session_id IN (SELECT session_id FROM ${source})) IS TRUE
    ON CONFLICT (session_id, run, component_id, iteration, attempt) DO UPDATE
      SET status = excluded.status, port = excluded.port, input = excluded.input, output = excluded.output,
        error = excluded.error, started_at = excluded.started_at, finished_at = excluded.finished_at,
        ordered_input = excluded.ordered_input, ordered_output = excluded.ordered_output,
        input_bytes = excluded.input_bytes, output_bytes = excluded.output_bytes, hidden = excluded.hidden,
        part = excluded.part
      WHERE steps.status IN ('RUNNING', 'WAITING')`;
}

/** Returns the values for the parameters of `writeSteps`. */
export function stepParameters(
  writes: readonly { fence: { sessionId: string }; steps: readonly StepText[] }[],
): StepParameters {
  const sessionIds = writes.flatMap(({ fence, steps }) => steps.map(() => fence.sessionId));
  const texts = writes.flatMap((write) => write.steps);
  const steps = texts.map(({ step }) => step);
  return {
    stepSessionIds: plainArray(sessionIds),
    stepRuns: plainArray(steps.map((step) => step.run)),
    stepComponentIds: plainArray(steps.map((step) => step.componentId)),
    stepIterations: plainArray(steps.map((step) => step.iteration)),
    stepAttempts: plainArray(steps.map((step) => step.attempt)),
    stepStatuses: plainArray(steps.map((step) => step.status)),
    stepPorts: textArray(steps.map((step) => step.port)),
    stepInputs: textArray(texts.map(({ input }) => input.text)),
    stepOutputs: textArray(texts.map(({ output }) => output.text)),
    stepErrors: jsonArray(steps.map((step) => step.error)),
    stepStartedAt: plainArray(steps.map((step) => step.startedAt.toISOString())),
    stepFinishedAt: plainArray(steps.map((step) => step.finishedAt?.toISOString() ?? null)),
    stepKeepsText: plainArray(texts.map(({ output }) => output.isChangedByJsonb)),
    stepHidden: hiddenArray(texts.map(({ sealed }) => sealed)),
    stepKeepsInput: plainArray(texts.map(({ input }) => input.isChangedByJsonb)),
    stepParts: jsonArray(steps.map((step) => step.part)),
  };
}

/**
 * Returns true if a step ended with a result. A step that begins or was interrupted does not count, because it may be
 * what ends its executors.
 */
export function isProgress(steps: readonly StepText[]): boolean {
  return steps.some(({ step }) => step.status !== 'RUNNING' && step.status !== 'CANCELLED');
}
