import type { Definition } from '@workflow/workflow-model';
import type { Sql, Statement } from '../postgres/sql.ts';
import { orderedColumn } from '../values/key-order.ts';
import { withPins } from '../steps/pinned-outputs.ts';
import { isDeletedAbove } from '../deletion/deleted-above.ts';

const READ: Statement = {
  name: 'read_session_definition',
  text: `SELECT ${orderedColumn('d', 'content', 'ordered_content')} AS content
    FROM sessions s JOIN definitions d ON d.id = s.definition_id
    WHERE s.id = $1 AND s.organization_id = $2 AND NOT ${isDeletedAbove('s')}`,
};

/** Returns the definition snapshot of the session, or null if the organization has no such session. */
export async function readSessionDefinition(
  sql: Sql,
  organizationId: string,
  sessionId: string,
): Promise<Definition | null> {
  const [row] = await sql.query<{ content: Definition }>(READ, [sessionId, organizationId]);
  return row === undefined ? null : withPins(row.content, (_id, { sealed: _sealed, ...pin }) => pin);
}
