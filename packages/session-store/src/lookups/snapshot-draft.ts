import type { Definition } from '@workflow/workflow-model';
import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';
import { orderedDraft } from '../values/key-order.ts';
import { snapshotDefinition } from '../organization/snapshot-definition.ts';

const READ_DRAFT = statement<{ organizationId: string; workflowId: string }, { draft: Definition }>()(
  'read_draft',
  `SELECT ${orderedDraft('workflows')} AS draft FROM workflows
    WHERE id = $workflowId AND organization_id = $organizationId AND deleted_at IS NULL`,
  { draft: 'json' },
);

/** Stores the present draft under its content hash for a TEST session. Returns null if there is no such workflow. */
export async function snapshotDraft(
  sql: Sql,
  organizationId: string,
  workflowId: string,
): Promise<{ definitionId: string; definition: Definition } | null> {
  const [row] = await sql.query(...READ_DRAFT.with({ organizationId, workflowId }));
  if (row === undefined) return null;
  return {
    definitionId: await snapshotDefinition(sql.query, organizationId, workflowId, row.draft),
    definition: row.draft,
  };
}
