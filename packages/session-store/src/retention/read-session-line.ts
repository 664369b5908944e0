import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';
import { stepsOf } from '../steps/packed-steps.ts';
import { valueBytes } from '../values/value-bytes.ts';

/**
 * Maximum numbers of steps that one statement examines, and of bytes of values that it reads. A single step may exceed
 * the bytes.
 */
const MAX_STEPS = 500;
const MAX_BYTES = 8 * 1024 * 1024;

/** The fields have the names of the API. */
const READ = statement<{ sessionId: string }>()(
  'read_session_line',
  `SELECT json_build_object('id', s.id, 'organizationId', s.organization_id, 'parentId', s.parent_id,
      'workflowId', s.workflow_id, 'workflowVersion', s.workflow_version, 'componentId', s.component_id,
      'trigger', s.trigger, 'mode', s.mode, 'status', s.status, 'run', s.run,
      'placeholderValues', coalesce(s.ordered_values, s.placeholder_values::json),
      'output', coalesce(s.ordered_output, s.output::json), 'error', s.error,
      'createdAt', to_timestamp(('x' || translate(left(s.id::text, 13), '-', ''))::bit(48)::bigint / 1000.0),
      'startedAt', s.started_at, 'finishedAt', s.finished_at)::text AS line
    FROM sessions s WHERE s.id = $sessionId`,
  { line: 'text' },
);

const PLACE = 'run, started_at, iteration, attempt, component_id';

/** Reads the next steps. Sizes are added up before any value is read. */
const READ_STEPS = statement<{
  sessionId: string;
  run: number | null;
  startedAt: string | null;
  iteration: number | null;
  attempt: number | null;
  componentId: string | null;
}>()(
  'read_steps_of_line',
  `WITH part AS MATERIALIZED (
      SELECT ${PLACE}, ${valueBytes('t', 'input')} + ${valueBytes('t', 'output')} AS bytes
        FROM ${stepsOf('$sessionId')} t
      WHERE $run::int IS NULL OR (${PLACE}) > ($run::int, $startedAt::timestamptz, $iteration::int, $attempt::int,
        $componentId::uuid)
      ORDER BY ${PLACE} LIMIT ${MAX_STEPS}
    ), summed AS (SELECT part.*, sum(bytes) OVER (ORDER BY ${PLACE}) - bytes AS before FROM part)
    SELECT k.run, k.started_at::text AS "startedAt", k.iteration, k.attempt, k.component_id AS "componentId",
      json_build_object('componentId', p.component_id, 'run', p.run, 'iteration', p.iteration,
        'attempt', p.attempt, 'status', p.status, 'port', p.port, 'input', coalesce(p.ordered_input, p.input::json),
        'output', coalesce(p.ordered_output, p.output::json), 'error', p.error, 'startedAt', p.started_at,
        'finishedAt', p.finished_at)::text AS step
    FROM summed k JOIN ${stepsOf('$sessionId')} p ON p.run = k.run AND p.component_id = k.component_id
      AND p.iteration = k.iteration AND p.attempt = k.attempt
    WHERE k.before < ${MAX_BYTES}
    ORDER BY k.run, k.started_at, k.iteration, k.attempt, k.component_id`,
  { run: 'int4', startedAt: 'text', iteration: 'int4', attempt: 'int4', componentId: 'uuid', step: 'text' },
);

type StepRow = NonNullable<(typeof READ_STEPS)['row']>;

/**
 * Yields a session with its steps as one line of JSON, for exports, in several strings, so that only some megabytes are
 * in memory however many steps there are. Yields nothing if the session is deleted.
 */
export async function* readSessionLine(sql: Sql, sessionId: string): AsyncGenerator<string> {
  const [row] = await sql.query(...READ.with({ sessionId }));
  if (row === undefined) return;
  yield `${oneLine(row.line).slice(0, -1)}, "steps" : [`;
  let last: StepRow | undefined;
  for (;;) {
    const rows: StepRow[] = await sql.query(
      ...READ_STEPS.with({
        sessionId,
        run: last?.run ?? null,
        startedAt: last?.startedAt ?? null,
        iteration: last?.iteration ?? null,
        attempt: last?.attempt ?? null,
        componentId: last?.componentId ?? null,
      }),
    );
    if (rows.length === 0) break;
    yield (last === undefined ? '' : ', ') + rows.map(({ step }) => oneLine(step)).join(', ');
    last = rows.at(-1);
  }
  yield ']}';
}

/** Replaces line ends by spaces. Within values JSON escapes line ends, and between values they have no meaning. */
function oneLine(json: string): string {
  return json.replaceAll(/[\r\n]+/g, ' ');
}
