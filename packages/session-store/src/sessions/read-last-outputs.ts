import type { Json, JsonObject, SessionError } from '@workflow/workflow-model';
import { statement } from '../postgres/named-statement.ts';
import { plainArray, type SqlArray } from '../postgres/sql-arrays.ts';
import type { Sql } from '../postgres/sql.ts';
import type { SensitiveSeals } from '../sealing/sensitive-seals.ts';
import { isDeletedAbove } from '../deletion/deleted-above.ts';
import { orderedColumn } from '../values/key-order.ts';
import { stepsOf } from '../steps/packed-steps.ts';

/** Maximum bytes of outputs, as JSON text, that one request copies from an earlier session. */
const MAX_OUTPUT_BYTES = 8 * 1024 * 1024;

const OUTPUT = orderedColumn('t', 'output', 'ordered_output');

/**
 * Sizes are measured before values are read, so that PostgreSQL returns only the size of an output that is too large.
 */
const READ = statement<{ sessionId: string; organizationId: string; componentIds: SqlArray }, OutputRow>()(
  'read_last_outputs',
  `WITH last AS MATERIALIZED (
      SELECT DISTINCT ON (t.component_id) t.component_id, t.run, t.attempt, t.iteration,
        coalesce(octet_length(t.hidden), octet_length(${OUTPUT}::text)) AS bytes
      FROM sessions s CROSS JOIN ${stepsOf('$sessionId')} t
      WHERE s.id = $sessionId AND s.organization_id = $organizationId AND NOT ${isDeletedAbove('s')}
        AND t.component_id = ANY ($componentIds::uuid[]) AND t.status = 'SUCCEEDED' AND t.part IS NULL
      ORDER BY t.component_id, t.run DESC, t.attempt DESC
    )
    SELECT t.component_id AS "componentId", ${OUTPUT} AS output, t.hidden
    FROM last l JOIN ${stepsOf('$sessionId')} t ON t.component_id = l.component_id AND t.run = l.run
      AND t.attempt = l.attempt AND t.iteration = l.iteration
    WHERE (SELECT coalesce(sum(bytes), 0) FROM last) <= ${MAX_OUTPUT_BYTES}
    UNION ALL SELECT NULL, NULL, NULL
    FROM (SELECT sum(bytes) AS bytes FROM last) l WHERE l.bytes > ${MAX_OUTPUT_BYTES}`,
  { componentId: 'uuid?', output: 'json?', hidden: 'bytea?' },
);

const READ_FAILURE = statement<{ sessionId: string; organizationId: string }, { error: SessionError | null }>()(
  'read_last_failure',
  `SELECT t.error FROM sessions s JOIN steps t ON t.session_id = s.id
    WHERE s.id = $sessionId AND s.organization_id = $organizationId AND NOT ${isDeletedAbove('s')}
      AND t.status = 'FAILED'
    ORDER BY t.run DESC, t.attempt DESC, t.started_at DESC LIMIT 1`,
  { error: 'jsonb?' },
);

const READ_SOURCE = statement<{ sessionId: string; organizationId: string }, SourceRow>()(
  'read_source_of_pins',
  `SELECT s.workflow_id AS "workflowId", s.hidden,
      ${orderedColumn('s', 'placeholder_values', 'ordered_values')} AS "values"
    FROM sessions s WHERE s.id = $sessionId AND s.organization_id = $organizationId AND NOT ${isDeletedAbove('s')}`,
  { workflowId: 'uuid', hidden: 'bytea?', values: 'json' },
);

/** The last outputs of components of a session. */
type LastOutputs =
  /** `sensitive` has the sensitive values of the outputs, which are not masked. */
  | { kind: 'read'; outputs: Map<string, Json>; failure: SessionError | null; sensitive: Json[] }
  /** The outputs together have more than this many bytes, and none was read. */
  | { kind: 'too-large'; maxBytes: number };

/**
 * Returns the outputs of the last successful steps of these components, by their ids, and the session's last failed
 * step.
 */
export async function readLastOutputs(
  sql: Sql,
  seals: SensitiveSeals,
  organizationId: string,
  sessionId: string,
  componentIds: readonly string[],
): Promise<LastOutputs> {
  const rows = await sql.query(...READ.with({ sessionId, organizationId, componentIds: plainArray(componentIds) }));
  const outputs = new Map<string, Json>();
  const sensitive: Json[] = [];
  for (const { componentId, output, hidden } of rows) {
    if (componentId === null) return { kind: 'too-large', maxBytes: MAX_OUTPUT_BYTES };
    if (hidden === null) outputs.set(componentId, output);
    else {
      const opened = await seals.open(organizationId, `step ${sessionId} ${componentId}`, hidden);
      outputs.set(componentId, opened.value);
      sensitive.push(...opened.sensitive);
    }
  }
  const [failed] = await sql.query(...READ_FAILURE.with({ sessionId, organizationId }));
  return { kind: 'read', outputs, failure: failed?.error ?? null, sensitive };
}

interface OutputRow {
  componentId: string | null;
  output: Json;
  hidden: Uint8Array | null;
}

/** A session whose values and outputs another run uses. Its own output is not needed, and not read. */
interface SourceOfPins {
  workflowId: string;
  values: JsonObject;
  /** The sensitive values. */
  sensitive: Json[];
  /** True if the values are shown masked. */
  isHidden: boolean;
}

/** Returns null if the organization has no such session. */
export async function readSourceOfPins(
  sql: Sql,
  seals: SensitiveSeals,
  organizationId: string,
  sessionId: string,
): Promise<SourceOfPins | null> {
  const [source] = await sql.query(...READ_SOURCE.with({ sessionId, organizationId }));
  if (source === undefined) return null;
  const { hidden, ...shown } = source;
  if (hidden === null) return { ...shown, sensitive: [], isHidden: false };
  const { value, sensitive } = await seals.open(organizationId, `session ${sessionId}`, hidden);
  return { ...shown, values: value as JsonObject, sensitive, isHidden: true };
}

type SourceRow = Omit<SourceOfPins, 'sensitive' | 'isHidden'> & { hidden: Uint8Array | null };
