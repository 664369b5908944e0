import type { Definition } from '@workflow/workflow-model';
import type { Sql, Statement } from '../postgres/sql.ts';

const READ: Statement = { name: 'read_definition', text: 'SELECT content FROM definitions WHERE id = $1' };

/** The snapshot that a session names; it never changes. */
export async function readDefinition(sql: Sql, definitionId: string): Promise<Definition | null> {
  const [row] = await sql.query<{ content: Definition }>(READ, [definitionId]);
  return row?.content ?? null;
}
