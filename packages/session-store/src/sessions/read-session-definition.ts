import type { Definition } from '@workflow/workflow-model';
import type { Database, Statement } from '../database.ts';

const READ: Statement = {
  name: 'read_session_definition',
  text: 'SELECT d.content FROM sessions s JOIN definitions d ON d.id = s.definition_id WHERE s.id = $1 AND s.organization_id = $2',
};

/** The snapshot that the session is pinned to; null: no such session in the organization. */
export async function readSessionDefinition(database: Database, organizationId: string, sessionId: string): Promise<Definition | null> {
  const [row] = await database.query<{ content: Definition }>(READ, [sessionId, organizationId]);
  return row?.content ?? null;
}
