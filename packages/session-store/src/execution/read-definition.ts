import type { Definition } from '@workflow/workflow-model';
import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';
import { orderedColumn } from '../values/key-order.ts';
import { withPins } from '../steps/pinned-outputs.ts';
import type { SensitiveSeals } from '../sealing/sensitive-seals.ts';

const READ = statement<{ definitionId: string }, { organizationId: string; content: Definition }>()(
  'read_definition',
  `SELECT organization_id AS "organizationId",
      ${orderedColumn('definitions', 'content', 'ordered_content')} AS content
    FROM definitions WHERE id = $definitionId`,
  { organizationId: 'uuid', content: 'json' },
);

/** Returns the definition snapshot of a session, with its unmasked pinned outputs. It never changes. */
export async function readDefinition(
  sql: Sql,
  seals: SensitiveSeals,
  definitionId: string,
): Promise<Definition | null> {
  const [row] = await sql.query(...READ.with({ definitionId }));
  if (row === undefined) return null;
  return withPins(row.content, async (id, { sealed, ...pin }) =>
    sealed === undefined ? pin : { ...pin, json: await seals.openText(row.organizationId, `pin ${id}`, sealed) },
  );
}
