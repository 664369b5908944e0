import type { Definition } from '@workflow/workflow-model';
import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';
import { orderedColumn } from '../values/key-order.ts';
import { withPins } from '../steps/pinned-outputs.ts';
import { isDeletedAbove } from '../deletion/deleted-above.ts';

const READ = statement<{ sessionId: string; organizationId: string }, { content: Definition }>()(
  'read_session_definition',
  `SELECT ${orderedColumn('d', 'content', 'ordered_content')} AS content
    FROM sessions s JOIN definitions d ON d.id = s.definition_id
    WHERE s.id = $sessionId AND s.organization_id = $organizationId AND NOT ${isDeletedAbove('s')}`,
  { content: 'json' },
);

/** Returns the definition snapshot of the session, or null if the organization has no such session. */
export async function readSessionDefinition(
  sql: Sql,
  organizationId: string,
  sessionId: string,
): Promise<Definition | null> {
  const [row] = await sql.query(...READ.with({ sessionId, organizationId }));
  return row === undefined ? null : withPins(row.content, (_id, { sealed: _sealed, ...pin }) => pin);
}
