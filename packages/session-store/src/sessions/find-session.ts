import type { Json, SessionView } from '@workflow/workflow-model';
import type { Sql, Statement } from '../postgres/sql.ts';
import { isDeletedAbove } from '../deletion/deleted-above.ts';
import { orderedColumn } from '../values/key-order.ts';
import { valueBytes } from '../values/value-bytes.ts';
import { type SessionRow, sessionColumns, sessionColumnsIf, toSessionView } from './session-view.ts';

const FIND: Statement = {
  name: 'find_session',
  text: `SELECT ${sessionColumns('s')} FROM sessions s WHERE s.id = $1 AND s.organization_id = $2
    AND NOT ${isDeletedAbove('s')}`,
};

const FIND_WITHOUT_VALUES: Statement = {
  name: 'find_session_without_values',
  text: `SELECT ${sessionColumnsIf('false', 's')} FROM sessions s WHERE s.id = $1 AND s.organization_id = $2
    AND NOT ${isDeletedAbove('s')}`,
};

const FIND_OUTPUT: Statement = {
  name: 'find_bounded_output',
  text: `SELECT m.bytes,
      CASE WHEN m.bytes <= $3::int THEN ${orderedColumn('m', 'output', 'ordered_output')} END AS output
    FROM (SELECT s.*, ${valueBytes('s', 'output')} AS bytes FROM sessions s WHERE s.id = $1 AND s.organization_id = $2
      AND NOT ${isDeletedAbove('s')} OFFSET 0) m`,
};

const FIND_STARTED_BY: Statement = {
  name: 'find_session_started_by',
  text: `SELECT ${sessionColumns('s')} FROM sessions s WHERE s.id = $1 AND s.started_by = $2
    AND NOT ${isDeletedAbove('s')}`,
};

/** Returns null if the organization has no such session. */
export async function findSession(sql: Sql, organizationId: string, sessionId: string): Promise<SessionView | null> {
  const [row] = await sql.query<SessionRow>(FIND, [sessionId, organizationId]);
  return row === undefined ? null : toSessionView(row);
}

/** Returns a session without placeholder values and output, however large they are. */
export async function findSessionWithoutValues(
  sql: Sql,
  organizationId: string,
  sessionId: string,
): Promise<SessionView | null> {
  const [row] = await sql.query<SessionRow>(FIND_WITHOUT_VALUES, [sessionId, organizationId]);
  return row === undefined ? null : toSessionView(row);
}

/** The output of a session, or only its size if that is more than `maxBytes` of JSON text. */
export interface BoundedOutput {
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
  const [row] = await sql.query<BoundedOutput>(FIND_OUTPUT, [sessionId, organizationId, maxBytes]);
  return row ?? null;
}

/** Returns null if there is no such session, or another key or token started it. */
export async function findSessionStartedBy(
  sql: Sql,
  startedBy: string,
  sessionId: string,
): Promise<SessionView | null> {
  const [row] = await sql.query<SessionRow>(FIND_STARTED_BY, [sessionId, startedBy]);
  return row === undefined ? null : toSessionView(row);
}
