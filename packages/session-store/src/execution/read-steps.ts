import type { Json } from '@workflow/workflow-model';
import type { StepRecord } from './step-record.ts';
import { plainArray, type SqlArray } from '../postgres/sql-arrays.ts';
import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';
import type { SensitiveSeals } from '../sealing/sensitive-seals.ts';
import { STEP_TYPES } from '../steps/step-types.ts';
import { orderedColumn } from '../values/key-order.ts';
import { valueBytes } from '../values/value-bytes.ts';
import { FIRST_UUID } from '../ids/uuid-limits.ts';

/** Maximum bytes of a value's JSON text that are read with its step. */
const MAX_READ_BYTES = 16_384;

/** A step for a resumed session, without large values, which it may not need. */
export interface CommittedStep extends StepRecord {
  /** Size of the output as JSON text, if `output` is null because it was too large to read. `readOutputs` reads it. */
  unreadBytes?: number;
  /** The sensitive values of a masked output that was opened. */
  sensitive?: Json[];
}

/** Identifies the step of an output. */
export type StepKey = Pick<StepRecord, 'componentId' | 'run' | 'iteration' | 'attempt'>;

const INPUT = orderedColumn('t', 'input', 'ordered_input');
const OUTPUT = orderedColumn('t', 'output', 'ordered_output');

/** Steps that one statement reads. */
const MAX_STEPS = 1_000;
/** Maximum bytes of JSON text of all steps of a session that are read. For further steps only the size is read. */
const MAX_ALL_BYTES = 8 * 1024 * 1024;

const PLACE = 'run, component_id, iteration, attempt';

/**
 * Reads the next steps that count, after a position, without parts of steps. Completed steps of earlier runs count, one
 * for each component. Open steps have their values. Sizes of other outputs are added up before one is read; their
 * inputs are not needed.
 */
const READ = statement<
  {
    sessionId: string;
    afterRun: number;
    afterComponentId: string;
    afterIteration: number;
    afterAttempt: number;
    maxBytes: number;
  },
  StepRow
>()(
  'read_steps',
  `WITH part AS MATERIALIZED (
      SELECT ${PLACE}, t.status IN ('RUNNING', 'WAITING') AS open, size.output
      FROM steps t CROSS JOIN LATERAL (
        SELECT coalesce(octet_length(t.hidden), ${valueBytes('t', 'output')}) AS output OFFSET 0) size
      WHERE session_id = $sessionId AND (${PLACE}) > ($afterRun::int, $afterComponentId::uuid, $afterIteration::int,
        $afterAttempt::int) AND t.part IS NULL
        AND (status = 'SUCCEEDED' OR port = 'error' OR run = (SELECT run FROM sessions WHERE id = $sessionId))
      ORDER BY ${PLACE} LIMIT ${MAX_STEPS}
    ), measured AS (
      SELECT *, CASE WHEN open OR output > ${MAX_READ_BYTES} THEN 0 ELSE output END AS counted FROM part
    ), summed AS MATERIALIZED (SELECT *, sum(counted) OVER (ORDER BY ${PLACE}) AS total FROM measured)
    SELECT t.component_id AS "componentId", t.run, t.iteration, t.attempt, t.status, t.port,
      CASE WHEN k.open THEN ${INPUT} END AS input,
      CASE WHEN t.status = 'WAITING' OR (k.output <= ${MAX_READ_BYTES} AND k.total <= $maxBytes::int) THEN ${OUTPUT} END
        AS output,
      CASE WHEN k.output <= ${MAX_READ_BYTES} AND k.total <= $maxBytes::int THEN t.hidden END AS hidden,
      t.error, t.started_at AS "startedAt", t.finished_at AS "finishedAt", k.counted::int AS counted,
      CASE WHEN t.status = 'SUCCEEDED' AND (k.output > ${MAX_READ_BYTES} OR k.total > $maxBytes::int) THEN k.output END
        AS "unreadBytes"
    FROM summed k JOIN steps t ON t.session_id = $sessionId AND t.run = k.run AND t.component_id = k.component_id
      AND t.iteration = k.iteration AND t.attempt = k.attempt
    ORDER BY k.run, k.component_id, k.iteration, k.attempt`,
  {
    ...STEP_TYPES,
    input: 'json?',
    output: 'json?',
    port: 'text?',
    hidden: 'bytea?',
    counted: 'int4',
    unreadBytes: 'int4?',
  },
);

interface StepRow extends Omit<StepRecord, 'hidden'> {
  hidden: Uint8Array | null;
  unreadBytes: number | null;
  counted: number;
}

/**
 * Returns the committed steps that a resumed session needs, by start time: those of its present run, and completed ones
 * of runs from `resumeFromRun` on. `input` is null except for open steps. Opens sealed outputs.
 */
export async function readSteps(
  sql: Sql,
  seals: SensitiveSeals,
  { organizationId, sessionId, resumeFromRun }: ResumedSession,
): Promise<CommittedStep[]> {
  const steps: CommittedStep[] = [];
  let remainingBytes = MAX_ALL_BYTES;
  let after = { afterRun: resumeFromRun, afterComponentId: FIRST_UUID, afterIteration: 0, afterAttempt: 0 };
  for (;;) {
    const rows = await sql.query(...READ.with({ sessionId, ...after, maxBytes: remainingBytes }));
    for (const { unreadBytes, counted, hidden, ...step } of rows) {
      remainingBytes = Math.max(0, remainingBytes - counted);
      if (unreadBytes !== null) steps.push({ ...step, unreadBytes });
      else if (hidden === null) steps.push(step);
      else steps.push({ ...step, ...(await openOutput(seals, { organizationId, sessionId }, step, hidden)) });
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < MAX_STEPS)
      return steps.sort((a, b) => a.startedAt.getTime() - b.startedAt.getTime());
    after = {
      afterRun: last.run,
      afterComponentId: last.componentId,
      afterIteration: last.iteration,
      afterAttempt: last.attempt,
    };
  }
}

interface SealedFor {
  organizationId: string;
  sessionId: string;
}

interface ResumedSession extends SealedFor {
  resumeFromRun: number;
}

export async function openOutput(
  seals: SensitiveSeals,
  { organizationId, sessionId }: SealedFor,
  { componentId }: Pick<StepKey, 'componentId'>,
  hidden: Uint8Array,
): Promise<OpenedOutput> {
  const { value, sensitive } = await seals.open(organizationId, `step ${sessionId} ${componentId}`, hidden);
  return { output: value, sensitive };
}

/** An unmasked output with its sensitive values. */
export interface OpenedOutput {
  output: Json;
  sensitive: Json[];
}

const READ_OUTPUTS = statement<
  {
    sessionId: string;
    componentIds: SqlArray;
    runs: SqlArray;
    iterations: SqlArray;
    attempts: SqlArray;
  },
  { output: Json; hidden: Uint8Array | null }
>()(
  'read_outputs',
  `SELECT ${OUTPUT} AS output, t.hidden
    FROM unnest($componentIds::uuid[], $runs::int[], $iterations::int[], $attempts::int[])
      WITH ORDINALITY k(component_id, run, iteration, attempt, position)
    JOIN steps t ON t.session_id = $sessionId AND t.component_id = k.component_id AND t.run = k.run
      AND t.iteration = k.iteration AND t.attempt = k.attempt
    ORDER BY k.position`,
  { output: 'json?', hidden: 'bytea?' },
);

/** Returns the outputs of committed steps of a session, in the order of the keys. */
export async function readOutputs(
  sql: Sql,
  seals: SensitiveSeals,
  session: SealedFor,
  steps: readonly StepKey[],
): Promise<OpenedOutput[]> {
  const rows = await sql.query(
    ...READ_OUTPUTS.with({
      sessionId: session.sessionId,
      componentIds: plainArray(steps.map(({ componentId }) => componentId)),
      runs: plainArray(steps.map(({ run }) => run)),
      iterations: plainArray(steps.map(({ iteration }) => iteration)),
      attempts: plainArray(steps.map(({ attempt }) => attempt)),
    }),
  );
  const outputs: OpenedOutput[] = [];
  for (const [index, { output, hidden }] of rows.entries())
    outputs.push(
      hidden === null ? { output, sensitive: [] } : await openOutput(seals, session, steps[index] as StepKey, hidden),
    );
  return outputs;
}
