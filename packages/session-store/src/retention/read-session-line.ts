import type { Sql, Statement } from '../postgres/sql.ts';

const STEPS = `SELECT json_agg(json_build_object('componentId', p.component_id, 'run', p.run, 'iteration', p.iteration,
      'attempt', p.attempt, 'status', p.status, 'port', p.port, 'input', p.input,
      'output', coalesce(p.ordered_output, p.output::json), 'error', p.error, 'startedAt', p.started_at,
      'finishedAt', p.finished_at) ORDER BY p.run, p.started_at, p.iteration, p.attempt)
    FROM steps p WHERE p.session_id = s.id`;

/** The fields are named as the API names them. */
const READ: Statement = {
  name: 'read_session_line',
  text: `SELECT json_build_object('id', s.id, 'organizationId', s.organization_id, 'parentId', s.parent_id,
      'workflowId', s.workflow_id, 'workflowVersion', s.workflow_version, 'componentId', s.component_id,
      'trigger', s.trigger, 'mode', s.mode, 'status', s.status, 'run', s.run,
      'placeholderValues', coalesce(s.ordered_values, s.placeholder_values::json),
      'output', coalesce(s.ordered_output, s.output::json), 'error', s.error,
      'createdAt', to_timestamp(('x' || translate(left(s.id::text, 13), '-', ''))::bit(48)::bigint / 1000.0),
      'startedAt', s.started_at, 'finishedAt', s.finished_at, 'steps', coalesce((${STEPS}), '[]'::json))::text AS line
    FROM sessions s WHERE s.id = $1`,
};

/** A session with its steps as one line of JSON, for what leaves the database; null: it is gone. */
export async function readSessionLine(sql: Sql, sessionId: string): Promise<string | null> {
  const [row] = await sql.query<{ line: string }>(READ, [sessionId]);
  // Values keep their spaces and line ends as JSON text has them; between values a line end says nothing.
  return row === undefined ? null : row.line.replaceAll(/[\r\n]+/g, ' ');
}
