import type { Json } from '@workflow/workflow-model';
import type { StepRecord } from './step-record.ts';
import { plainArray } from '../postgres/sql-arrays.ts';
import type { Sql, Statement } from '../postgres/sql.ts';
import { orderedColumn } from '../rows/key-order.ts';
import { valueBytes } from '../rows/value-bytes.ts';

/** JSON text of a value that is read with its step, in bytes. */
const MAX_READ_BYTES = 16_384;

/** A step as a resumed session reads it: without large values that it may not need any more. */
export interface CommittedStep extends StepRecord {
  /** Size of the output as JSON text, where `output` is null because it was not read; `readOutputs` reads it. */
  unreadBytes?: number;
}

/** Which step an output is of. */
export type StepKey = Pick<StepRecord, 'componentId' | 'run' | 'iteration' | 'attempt'>;

const OUTPUT = orderedColumn('t', 'output', 'ordered_output');

const READ: Statement = {
  name: 'read_steps',
  text: `SELECT component_id AS "componentId", run, iteration, attempt, status, port,
      CASE WHEN status IN ('RUNNING', 'WAITING') OR ${valueBytes('t', 'input')} <= ${MAX_READ_BYTES} THEN input END
        AS input,
      CASE WHEN status = 'WAITING' OR size.bytes <= ${MAX_READ_BYTES} THEN ${OUTPUT} END AS output, error,
      started_at AS "startedAt", finished_at AS "finishedAt",
      CASE WHEN status = 'SUCCEEDED' AND size.bytes > ${MAX_READ_BYTES} THEN size.bytes END AS "unreadBytes"
    FROM steps t CROSS JOIN LATERAL (SELECT ${valueBytes('t', 'output')} AS bytes OFFSET 0) size
    WHERE session_id = $1 AND run >= $2 ORDER BY started_at, component_id, iteration, attempt`,
};

/** Committed steps of the runs from `resumeFromRun` on, by start time. */
export async function readSteps(sql: Sql, sessionId: string, resumeFromRun: number): Promise<CommittedStep[]> {
  const rows = await sql.query<StepRecord & { unreadBytes: number | null }>(READ, [sessionId, resumeFromRun]);
  return rows.map(({ unreadBytes, ...step }) => (unreadBytes === null ? step : { ...step, unreadBytes }));
}

const READ_OUTPUTS: Statement = {
  name: 'read_outputs',
  text: `SELECT ${OUTPUT} AS output
    FROM unnest($2::uuid[], $3::int[], $4::int[], $5::int[])
      WITH ORDINALITY k(component_id, run, iteration, attempt, position)
    JOIN steps t ON t.session_id = $1 AND t.component_id = k.component_id AND t.run = k.run
      AND t.iteration = k.iteration AND t.attempt = k.attempt
    ORDER BY k.position`,
};

/** The outputs of committed steps of a session, in the order of the keys. */
export async function readOutputs(sql: Sql, sessionId: string, steps: readonly StepKey[]): Promise<Json[]> {
  const rows = await sql.query<{ output: Json }>(READ_OUTPUTS, [
    sessionId,
    plainArray(steps.map(({ componentId }) => componentId)),
    plainArray(steps.map(({ run }) => run)),
    plainArray(steps.map(({ iteration }) => iteration)),
    plainArray(steps.map(({ attempt }) => attempt)),
  ]);
  return rows.map(({ output }) => output);
}
