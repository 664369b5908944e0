import type { Definition } from '@workflow/workflow-model';
import type { Sql, Statement } from '../postgres/sql.ts';
import { orderedDraft } from '../values/key-order.ts';
import { snapshotDefinition } from '../organization/snapshot-definition.ts';

const READ_DRAFT: Statement = {
  name: 'read_draft',
  text: `SELECT ${orderedDraft('workflows')} AS draft FROM workflows
    WHERE id = $1 AND organization_id = $2 AND deleted_at IS NULL`,
};

/** Stores the present draft under its content hash for a TEST session. Returns null if there is no such workflow. */
export async function snapshotDraft(
  sql: Sql,
  organizationId: string,
  workflowId: string,
): Promise<{ definitionId: string; definition: Definition } | null> {
  const [row] = await sql.query<{ draft: Definition }>(READ_DRAFT, [workflowId, organizationId]);
  if (row === undefined) return null;
  return {
    definitionId: await snapshotDefinition(sql.query, organizationId, workflowId, row.draft),
    definition: row.draft,
  };
}
