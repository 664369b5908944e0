import { ofAnyLength } from '../postgres/of-any-length.ts';
import { hiddenArray, jsonArray, plainArray, textArray } from '../postgres/sql-arrays.ts';
import type { StepText } from './write-out.ts';

/** The parameters that `writeSteps` takes. */
const PARAMETERS = [
  'uuid',
  'int',
  'uuid',
  'int',
  'int',
  'step_status',
  'text',
  'text',
  'text',
  'text',
  'timestamptz',
  'timestamptz',
  'boolean',
  'bytea',
  'boolean',
];

/**
 * SQL that writes the steps given by the parameters from `first` on, of those sessions that `source` names in
 * its column `session_id`. A step that was written RUNNING before its effect began, or WAITING, is completed; one that
 * ended stays as it is, also when its write comes twice because the first answer was lost.
 *
 * A value that jsonb would change is written as its text alone, unless its step is WAITING: statements read its fields.
 *
 * IS TRUE keeps the planner from making a join of IN: the sessions are looked up in a hash table instead.
 */
export function writeSteps(source: string, first: number): string {
  const [ids, ...others] = PARAMETERS.map((type, index) => `$${first + index}::${type}[]`) as [string, ...string[]];
  const input = [ofAnyLength(ids), ...others].join(', ');
  return `INSERT INTO steps (session_id, run, component_id, iteration, attempt, status, port, input, output, error,
      started_at, finished_at, ordered_input, ordered_output, input_bytes, output_bytes, hidden)
    SELECT x.session_id, x.run, x.component_id, x.iteration, x.attempt, x.status, x.port,
      CASE WHEN NOT x.keeps_input THEN x.input::jsonb END,
      CASE WHEN NOT x.keeps_text OR x.status = 'WAITING' THEN x.output::jsonb END,
      x.error::jsonb, x.started_at, x.finished_at,
      CASE WHEN x.keeps_input THEN x.input::json END, CASE WHEN x.keeps_text THEN x.output::json END,
      octet_length(x.input), octet_length(x.output), x.hidden
    FROM unnest(${input})
      AS x(session_id, run, component_id, iteration, attempt, status, port, input, output, error,
        started_at, finished_at, keeps_text, hidden, keeps_input)
    WHERE (x.session_id IN (SELECT session_id FROM ${source})) IS TRUE
    ON CONFLICT (session_id, run, component_id, iteration, attempt) DO UPDATE
      SET status = excluded.status, port = excluded.port, input = excluded.input, output = excluded.output,
        error = excluded.error, started_at = excluded.started_at, finished_at = excluded.finished_at,
        ordered_input = excluded.ordered_input, ordered_output = excluded.ordered_output,
        input_bytes = excluded.input_bytes, output_bytes = excluded.output_bytes, hidden = excluded.hidden
      WHERE steps.status IN ('RUNNING', 'WAITING')`;
}

/** The values for those parameters. */
export function stepColumns(
  writes: readonly { fence: { sessionId: string }; steps: readonly StepText[] }[],
): (string | Buffer)[] {
  const sessionIds = writes.flatMap(({ fence, steps }) => steps.map(() => fence.sessionId));
  const texts = writes.flatMap((write) => write.steps);
  const steps = texts.map(({ step }) => step);
  return [
    plainArray(sessionIds),
    plainArray(steps.map((step) => step.run)),
    plainArray(steps.map((step) => step.componentId)),
    plainArray(steps.map((step) => step.iteration)),
    plainArray(steps.map((step) => step.attempt)),
    plainArray(steps.map((step) => step.status)),
    textArray(steps.map((step) => step.port)),
    textArray(texts.map(({ input }) => input.text)),
    textArray(texts.map(({ output }) => output.text)),
    jsonArray(steps.map((step) => step.error)),
    plainArray(steps.map((step) => step.startedAt.toISOString())),
    plainArray(steps.map((step) => step.finishedAt?.toISOString() ?? null)),
    plainArray(texts.map(({ output }) => output.isChangedByJsonb)),
    hiddenArray(texts.map(({ sealed }) => sealed)),
    plainArray(texts.map(({ input }) => input.isChangedByJsonb)),
  ];
}

/**
 * Whether a step ended with a result. A step that begins or was interrupted did not, and may be what kills its
 * executors.
 */
export function isProgress(steps: readonly StepText[]): boolean {
  return steps.some(({ step }) => step.status !== 'RUNNING' && step.status !== 'CANCELLED');
}
