import type { StepView } from '@workflow/workflow-model';
import { plainArray } from '../postgres/sql-arrays.ts';
import type { Sql, Statement } from '../postgres/sql.ts';
import { orderedColumn } from '../rows/key-order.ts';
import { readStepOrder } from './read-step-order.ts';

/** A page of this size ends early; its first step is on it however large it is. */
const MAX_PAGE_BYTES = 8 * 1024 * 1024;
/** Steps whose values PostgreSQL measures for one page. */
const MAX_STEPS = 500;
const MAX_WHOLE_STEPS = 100;
/** JSON text of a value that is shown whole where large ones are cut, in bytes. */
const MAX_SHOWN_BYTES = 16 * 1024;
const NO_CUT = 2 ** 31 - 1;
/** Characters of a value that is cut. */
const PREVIEW = 1_024;

/** A step as the console shows it: `truncated` where a large value is only the beginning of its JSON text. */
export type ShownStep = StepView & { truncated?: true };

export interface StepPage {
  items: ShownStep[];
  /** null: these are the last ones. */
  nextCursor: string | null;
}

/** The texts of a step's values; null where there is no value. */
const TEXTS = `SELECT t.*, t.input::text AS input_text,
    ${orderedColumn('t', 'output', 'ordered_output')}::text AS output_text
  FROM steps t WHERE t.session_id = $1 AND t.component_id = k.component_id AND t.run = k.run
    AND t.attempt = k.attempt AND t.iteration = k.iteration`;

/** The size of a value on the page. */
function shownBytes(text: string): string {
  return `CASE WHEN octet_length(${text}) > $6::int THEN ${PREVIEW} ELSE coalesce(octet_length(${text}), 0) END`;
}

function shown(text: string): string {
  return `CASE WHEN octet_length(${text}) > $6::int
    THEN to_json(left(${text}, ${PREVIEW}) || '… (' || length(${text}) || ' characters)') ELSE ${text}::json END`;
}

/** Measured first and read afterwards, so that only the sizes of values that do not fit leave PostgreSQL. */
const READ: Statement = {
  name: 'read_step_page',
  text: `WITH measured AS MATERIALIZED (
      SELECT k.*, ${shownBytes('t.input_text')} + ${shownBytes('t.output_text')} AS bytes
      FROM unnest($2::uuid[], $3::int[], $4::int[], $5::int[])
        WITH ORDINALITY k(component_id, run, attempt, iteration, position)
      CROSS JOIN LATERAL (${TEXTS}) t
    ), fitting AS MATERIALIZED (
      SELECT m.*, sum(m.bytes) OVER (ORDER BY m.position) AS total FROM measured m
    )
    SELECT t.component_id AS "componentId", t.run, t.attempt, t.iteration, t.status,
      ${shown('t.input_text')} AS input, ${shown('t.output_text')} AS output, t.error,
      t.started_at AS "startedAt", t.finished_at AS "finishedAt",
      coalesce(octet_length(t.input_text) > $6::int OR octet_length(t.output_text) > $6::int, false) AS truncated,
      CASE WHEN t.component_id = s.component_id THEN s.warning END AS warning
    FROM (SELECT component_id, warning FROM sessions WHERE id = $1) s
    CROSS JOIN fitting k CROSS JOIN LATERAL (${TEXTS}) t
    WHERE k.total <= ${MAX_PAGE_BYTES} OR k.position = 1
    ORDER BY k.position`,
};

/** A step as PostgreSQL gives it. */
type PageRow = Omit<StepView, 'startedAt' | 'finishedAt' | 'warning'> & {
  startedAt: Date;
  finishedAt: Date | null;
  warning: string | null;
  truncated: boolean;
};

/**
 * Steps of all runs in the order they began, about 8 MiB of them; null: no such session in the organization.
 *
 * @param range `cursor` is the `nextCursor` of the page before; `whole`: large values are not cut
 */
export async function readStepPage(
  sql: Sql,
  organizationId: string,
  sessionId: string,
  range: { cursor?: string; whole?: boolean } = {},
): Promise<StepPage | null> {
  const order = await readStepOrder(sql, organizationId, sessionId);
  if (order === null) return null;
  const { whole = false, cursor = '0' } = range;
  const from = Number(cursor);
  const keys = order.slice(from, from + (whole ? MAX_WHOLE_STEPS : MAX_STEPS));
  if (keys.length === 0) return { items: [], nextCursor: null };
  const rows = await sql.query<PageRow>(READ, [
    sessionId,
    plainArray(keys.map((key) => key.componentId)),
    plainArray(keys.map((key) => key.run)),
    plainArray(keys.map((key) => key.attempt)),
    plainArray(keys.map((key) => key.iteration)),
    whole ? NO_CUT : MAX_SHOWN_BYTES,
  ]);
  const next = from + rows.length;
  return { items: rows.map(toShownStep), nextCursor: next < order.length ? String(next) : null };
}

function toShownStep({ truncated, warning, startedAt, finishedAt, ...step }: PageRow): ShownStep {
  return {
    ...step,
    ...(warning !== null && { warning }),
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    ...(truncated && { truncated }),
  };
}
