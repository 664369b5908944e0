import type { Definition } from '@workflow/workflow-model';
import type { Sql, Statement } from '../postgres/sql.ts';
import { orderedColumn } from '../values/key-order.ts';
import { withPins } from '../steps/pinned-outputs.ts';
import type { SensitiveSeals } from '../sealing/sensitive-seals.ts';

const READ: Statement = {
  name: 'read_definition',
  text: `SELECT organization_id AS "organizationId",
      ${orderedColumn('definitions', 'content', 'ordered_content')} AS content
    FROM definitions WHERE id = $1`,
};

/** Returns the definition snapshot of a session, with its unmasked pinned outputs. It never changes. */
export async function readDefinition(
  sql: Sql,
  seals: SensitiveSeals,
  definitionId: string,
): Promise<Definition | null> {
  const [row] = await sql.query<{ organizationId: string; content: Definition }>(READ, [definitionId]);
  if (row === undefined) return null;
  return withPins(row.content, async (id, { sealed, ...pin }) =>
    sealed === undefined ? pin : { ...pin, json: await seals.openText(row.organizationId, `pin ${id}`, sealed) },
  );
}
