import type { StepPart } from '@workflow/workflow-model';
import { plainArray, type SqlArray } from '../postgres/sql-arrays.ts';
import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';
import type { SensitiveSeals } from '../sealing/sensitive-seals.ts';
import { STEP_TYPES } from '../steps/step-types.ts';
import { orderedColumn } from '../values/key-order.ts';
import { valueBytes } from '../values/value-bytes.ts';
import type { VoidTurns } from '../steps/void-turns.ts';
import { openOutput, type CommittedStep } from './read-steps.ts';

/** Identifies the step whose parts are read. Parts of runs before `resumeFromRun` do not count. */
export interface PartsOf {
  organizationId: string;
  sessionId: string;
  componentId: string;
  resumeFromRun: number;
  voidTurns: readonly VoidTurns[];
}

/** A committed part of a step. */
export type CommittedPart = CommittedStep & { part: StepPart };

/** A committed part without its values, but with their size in bytes of JSON. */
export type PartHead = Pick<CommittedPart, 'iteration' | 'attempt' | 'status' | 'startedAt' | 'finishedAt' | 'part'> & {
  bytes: number;
};

/**
 * SQL of the parts that count, in the order of their numbers. A call that must happen once counts even if its run ended
 * during it.
 */
const COUNTING = `FROM steps t
    WHERE t.session_id = $sessionId AND t.component_id = $componentId AND t.run >= $resumeFromRun AND t.part IS NOT NULL
      AND (t.status = 'SUCCEEDED' OR (t.status = 'FAILED' AND t.part->>'kind' = 'tool') OR t.part->>'effect' = 'once'
        OR t.run = (SELECT run FROM sessions WHERE id = $sessionId))
      AND NOT EXISTS (SELECT FROM unnest($voidedTurns::int[], $voidedBefore::int[]) AS v(turn, run)
        WHERE (t.part->>'turn')::int >= v.turn AND t.run < v.run)`;

/** The parameters of `COUNTING`. Turns in `voidedTurns` do not count in runs before the ones in `voidedBefore`. */
interface PartsParameters {
  sessionId: string;
  componentId: string;
  resumeFromRun: number;
  voidedTurns: SqlArray;
  voidedBefore: SqlArray;
}

const LIST = statement<PartsParameters, PartHead>()(
  'list_step_parts',
  `SELECT t.iteration, t.attempt, t.status, t.started_at AS "startedAt", t.finished_at AS "finishedAt", t.part,
      (${valueBytes('t', 'input')} + coalesce(octet_length(t.hidden), ${valueBytes('t', 'output')}))::float8 AS bytes
    ${COUNTING} ORDER BY t.iteration, t.run, t.attempt`,
  {
    iteration: 'int4',
    attempt: 'int4',
    status: 'step_status',
    startedAt: 'timestamptz',
    finishedAt: 'timestamptz?',
    part: 'jsonb',
    bytes: 'float8',
  },
);

/** Returns the parts of a step without their values, in the order of their numbers. */
export async function listStepParts(sql: Sql, step: PartsOf): Promise<PartHead[]> {
  return sql.query(...LIST.with(parametersOf(step)));
}

function parametersOf({ sessionId, componentId, resumeFromRun, voidTurns }: PartsOf): PartsParameters {
  return {
    sessionId,
    componentId,
    resumeFromRun,
    voidedTurns: plainArray(voidTurns.map(({ turn }) => turn)),
    voidedBefore: plainArray(voidTurns.map(({ run }) => run)),
  };
}

const READ = statement<PartsParameters & { numbers: SqlArray }, PartRow>()(
  'read_step_parts',
  `SELECT t.component_id AS "componentId", t.run, t.iteration, t.attempt, t.status, t.port,
      ${orderedColumn('t', 'input', 'ordered_input')} AS input,
      CASE WHEN t.hidden IS NULL THEN ${orderedColumn('t', 'output', 'ordered_output')} END AS output,
      t.error, t.started_at AS "startedAt", t.finished_at AS "finishedAt", t.hidden, t.part
    ${COUNTING} AND t.iteration = ANY ($numbers::int[]) ORDER BY t.iteration, t.run, t.attempt`,
  { ...STEP_TYPES, port: 'text?', hidden: 'bytea?', part: 'jsonb' },
);

type PartRow = Omit<CommittedPart, 'hidden'> & { hidden: Uint8Array | null };

/**
 * Returns the parts of a step in the order of their numbers: all of the present run, succeeded turns of earlier runs,
 * and calls of earlier runs that ended or must not be sent again. Opens sealed outputs.
 * @param numbers the numbers of the parts to read
 */
export async function readStepParts(
  sql: Sql,
  seals: SensitiveSeals,
  step: PartsOf,
  numbers: readonly number[],
): Promise<CommittedPart[]> {
  const rows = await sql.query(...READ.with({ ...parametersOf(step), numbers: plainArray(numbers) }));
  const parts: CommittedPart[] = [];
  for (const { hidden, ...part } of rows) {
    parts.push(hidden === null ? part : { ...part, ...(await openOutput(seals, step, step, hidden)) });
  }
  return parts;
}
