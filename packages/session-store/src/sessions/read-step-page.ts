import type { StepPart, StepView } from '@workflow/workflow-model';
import { plainArray, type SqlArray } from '../postgres/sql-arrays.ts';
import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';
import { orderedColumn } from '../values/key-order.ts';
import { stepsOf } from '../steps/packed-steps.ts';
import { STEP_TYPES } from '../steps/step-types.ts';
import { valueBytes } from '../values/value-bytes.ts';
import { readStepOrder } from './read-step-order.ts';

/** A page of this size ends early. It contains its first step whatever its size. */
const MAX_PAGE_BYTES = 8 * 1024 * 1024;
/** Steps of one page. */
const MAX_STEPS = 500;
const MAX_WHOLE_STEPS = 100;
/** Maximum bytes of a value's JSON text that is shown in full when large values are cut. */
const MAX_SHOWN_BYTES = 16 * 1024;
const NO_CUT = 2 ** 31 - 1;
/** The number of characters that a cut value shows. */
const PREVIEW = 1_024;
/**
 * Maximum bytes of large values whose beginnings one page shows, because PostgreSQL has to write a value as text to cut
 * it. For further values the page has only the length.
 */
const MAX_CUT_BYTES = 32 * 1024 * 1024;

/** A step as the console shows it. If `truncated`, a large value is only the beginning of its JSON text. */
export type ShownStep = StepView & { truncated?: true };

interface StepPage {
  items: ShownStep[];
  /** Null on the last page. */
  nextCursor: string | null;
  /** True if the next steps would have exceeded the size of the page. */
  endsBySize: boolean;
}

const INPUT_TEXT = `${orderedColumn('t', 'input', 'ordered_input')}::text`;
const OUTPUT_TEXT = `${orderedColumn('t', 'output', 'ordered_output')}::text`;

/** SQL of the step with the key `k`. */
const STEP = `SELECT * FROM ${stepsOf('$sessionId')} o WHERE component_id = k.component_id AND run = k.run
    AND attempt = k.attempt AND iteration = k.iteration`;

/** SQL of the size of a value on the page. */
const shownBytes = (bytes: string): string =>
  `CASE WHEN ${bytes} > $cutAbove::int THEN $shownCharacters::int ELSE ${bytes} END`;
const cutBytes = (bytes: string): string => `CASE WHEN ${bytes} > $cutAbove::int THEN ${bytes} ELSE 0 END`;

/**
 * Returns SQL of the length of a value as the API writes it. jsonb has spaces between elements, and the same characters
 * beyond ASCII.
 */
const charactersOf = (bytes: string): string => `${bytes} - octet_length(v.whole) + length(v.whole)`;

function shown(bytes: string, text: string): string {
  return `CASE WHEN ${bytes} <= $cutAbove::int THEN ${text}::json
      WHEN k.cut > ${MAX_CUT_BYTES} THEN to_json('… (' || ${bytes} || ' bytes)')
      ELSE (SELECT to_json(left(v.whole, $shownCharacters::int) || '… (' || (${charactersOf(bytes)}) || ' characters)')
        FROM (SELECT ${text} AS whole OFFSET 0) v) END`;
}

/** Sizes are read before values. Values that do not fit are not read. */
const READ = statement<
  {
    sessionId: string;
    componentIds: SqlArray;
    runs: SqlArray;
    attempts: SqlArray;
    iterations: SqlArray;
    cutAbove: number;
    shownCharacters: number;
    maxBytes: number;
  },
  PageRow
>()(
  'read_step_page',
  `WITH measured AS MATERIALIZED (
      SELECT k.*, b.input_bytes, b.output_bytes,
        ${shownBytes('b.input_bytes')} + ${shownBytes('b.output_bytes')} AS bytes,
        ${cutBytes('b.input_bytes')} + ${cutBytes('b.output_bytes')} AS large
      FROM unnest($componentIds::uuid[], $runs::int[], $attempts::int[], $iterations::int[])
        WITH ORDINALITY k(component_id, run, attempt, iteration, position)
      CROSS JOIN LATERAL (SELECT ${valueBytes('t', 'input')} AS input_bytes,
          ${valueBytes('t', 'output')} AS output_bytes
        FROM (${STEP}) t OFFSET 0) b
    ), fitting AS MATERIALIZED (
      SELECT m.*, sum(m.bytes) OVER (ORDER BY m.position) AS total, sum(m.large) OVER (ORDER BY m.position) AS cut
      FROM measured m
    )
    SELECT t.component_id AS "componentId", t.run, t.attempt, t.iteration, t.status,
      ${shown('k.input_bytes', INPUT_TEXT)} AS input, ${shown('k.output_bytes', OUTPUT_TEXT)} AS output, t.error,
      t.started_at AS "startedAt", t.finished_at AS "finishedAt", k.large > 0 AS truncated, t.part,
      CASE WHEN t.component_id = s.component_id THEN s.warning END AS warning
    FROM (SELECT component_id, warning FROM sessions WHERE id = $sessionId) s
    CROSS JOIN fitting k CROSS JOIN LATERAL (${STEP} OFFSET 0) t
    WHERE k.total <= $maxBytes::bigint OR k.position = 1
    ORDER BY k.position`,
  { ...STEP_TYPES, truncated: 'bool', part: 'jsonb?', warning: 'text?' },
);

/** A step as PostgreSQL returns it. */
type PageRow = Omit<StepView, 'startedAt' | 'finishedAt' | 'warning' | 'kind' | 'turn' | 'tool' | 'approval'> & {
  startedAt: Date;
  finishedAt: Date | null;
  warning: string | null;
  truncated: boolean;
  part: StepPart | null;
};

interface StepRange {
  /** `nextCursor` of the previous page. */
  cursor?: string;
  /** If true, large values are not cut. */
  whole?: boolean;
  /** About 8 MiB if left out. */
  maxBytes?: number;
  /** If set, every longer value is cut to this many characters. */
  preview?: number;
}

/** Returns steps of all runs by their start, run by run, or null if the organization has no such session. */
export async function readStepPage(
  sql: Sql,
  organizationId: string,
  sessionId: string,
  { cursor = '0', whole = false, maxBytes = MAX_PAGE_BYTES, preview }: StepRange = {},
): Promise<StepPage | null> {
  const from = Number(cursor);
  const to = from + (whole ? MAX_WHOLE_STEPS : MAX_STEPS);
  const order = await readStepOrder(sql, organizationId, sessionId, { from, to });
  if (order === null) return null;
  const keys = order.places;
  if (keys.length === 0) return { items: [], nextCursor: null, endsBySize: false };
  const rows = await sql.query(
    ...READ.with({
      sessionId,
      componentIds: plainArray(keys.map((key) => key.componentId)),
      runs: plainArray(keys.map((key) => key.run)),
      attempts: plainArray(keys.map((key) => key.attempt)),
      iterations: plainArray(keys.map((key) => key.iteration)),
      cutAbove: whole ? NO_CUT : (preview ?? MAX_SHOWN_BYTES),
      shownCharacters: preview ?? PREVIEW,
      maxBytes,
    }),
  );
  const next = from + rows.length;
  return {
    items: rows.map(toShownStep),
    nextCursor: next < order.total ? String(next) : null,
    endsBySize: rows.length < keys.length,
  };
}

/** Returns the fields of a part. The effect of a call is only for the executor that continues, and is left out. */
function shownPart(part: StepPart): Partial<StepView> {
  if (part.kind === 'turn') return part;
  const { effect: _effect, ...shown } = part;
  return shown;
}

function toShownStep({ truncated, part, warning, startedAt, finishedAt, ...step }: PageRow): ShownStep {
  return {
    ...step,
    ...(part !== null && shownPart(part)),
    ...(warning !== null && { warning }),
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    ...(truncated && { truncated }),
  };
}
