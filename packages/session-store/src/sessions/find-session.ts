import type { Json, SessionView } from '@workflow/workflow-model';
import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';
import { isDeletedAbove } from '../deletion/deleted-above.ts';
import { orderedColumn } from '../values/key-order.ts';
import { valueBytes } from '../values/value-bytes.ts';
import {
  SESSION_ROW_COLUMNS,
  sessionColumns,
  sessionColumnsIf,
  toSessionView,
  type SessionRow,
} from './session-view.ts';

const FIND = statement<{ sessionId: string; organizationId: string }, SessionRow>()(
  'find_session',
  `SELECT ${sessionColumns('s')} FROM sessions s
    WHERE s.id = $sessionId AND s.organization_id = $organizationId AND NOT ${isDeletedAbove('s')}`,
  SESSION_ROW_COLUMNS,
);

const FIND_WITHOUT_VALUES = statement<{ sessionId: string; organizationId: string }, SessionRow>()(
  'find_session_without_values',
  `SELECT ${sessionColumnsIf('false', 's')} FROM sessions s
    WHERE s.id = $sessionId AND s.organization_id = $organizationId AND NOT ${isDeletedAbove('s')}`,
  SESSION_ROW_COLUMNS,
);

const FIND_OUTPUT = statement<{ sessionId: string; organizationId: string; maxBytes: number }, BoundedOutput>()(
  'find_bounded_output',
  `SELECT m.bytes,
      CASE WHEN m.bytes <= $maxBytes::int THEN ${orderedColumn('m', 'output', 'ordered_output')} END AS output
    FROM (SELECT s.*, ${valueBytes('s', 'output')} AS bytes FROM sessions s
      WHERE s.id = $sessionId AND s.organization_id = $organizationId AND NOT ${isDeletedAbove('s')} OFFSET 0) m`,
  { bytes: 'int4', output: 'json?' },
);

const FIND_STARTED_BY = statement<{ sessionId: string; startedBy: string }, SessionRow>()(
  'find_session_started_by',
  `SELECT ${sessionColumns('s')} FROM sessions s WHERE s.id = $sessionId AND s.started_by = $startedBy
    AND NOT ${isDeletedAbove('s')}`,
  SESSION_ROW_COLUMNS,
);

/** Returns null if the organization has no such session. */
export async function findSession(sql: Sql, organizationId: string, sessionId: string): Promise<SessionView | null> {
  const [row] = await sql.query(...FIND.with({ sessionId, organizationId }));
  return row === undefined ? null : toSessionView(row);
}

/** Returns a session without placeholder values and output, however large they are. */
export async function findSessionWithoutValues(
  sql: Sql,
  organizationId: string,
  sessionId: string,
): Promise<SessionView | null> {
  const [row] = await sql.query(...FIND_WITHOUT_VALUES.with({ sessionId, organizationId }));
  return row === undefined ? null : toSessionView(row);
}

/** The output of a session, or only its size if that is more than `maxBytes` of JSON text. */
interface BoundedOutput {
  bytes: number;
  /** Also null if it is larger than `maxBytes`. */
  output: Json;
}

/** Returns null if the organization has no such session. A larger output is not read. */
export async function findBoundedOutput(
  sql: Sql,
  organizationId: string,
  sessionId: string,
  maxBytes: number,
): Promise<BoundedOutput | null> {
  const [row] = await sql.query(...FIND_OUTPUT.with({ sessionId, organizationId, maxBytes }));
  return row ?? null;
}

/** Returns null if there is no such session, or another key or token started it. */
export async function findSessionStartedBy(
  sql: Sql,
  startedBy: string,
  sessionId: string,
): Promise<SessionView | null> {
  const [row] = await sql.query(...FIND_STARTED_BY.with({ sessionId, startedBy }));
  return row === undefined ? null : toSessionView(row);
}
