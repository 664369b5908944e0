import { statement } from '../postgres/named-statement.ts';
import type { Query } from '../postgres/sql.ts';

/** SQL: waiting sessions of a workflow may have to move to another pool. */
export const MOVE_IS_DUE = 'EXISTS (SELECT FROM pool_moves WHERE due_at <= statement_timestamp())';

/** SQL that makes the dispatcher handle a workflow again if its pool changes another time. */
const AGAIN = `ON CONFLICT (workflow_id) DO UPDATE SET created_at = excluded.created_at, due_at = excluded.due_at`;

interface WorkflowMove {
  organizationId: string;
  workflowId: string;
  pool: string | null;
}

/** Requests a move unless the published version of the workflow names the same pool. */
const MOVE_WORKFLOW = statement<WorkflowMove>()(
  'move_sessions_of_workflow',
  `INSERT INTO pool_moves (workflow_id, organization_id)
    SELECT $workflowId::uuid, $organizationId::uuid WHERE NOT EXISTS (
      SELECT FROM workflows w JOIN workflow_versions v ON v.workflow_id = w.id AND v.number = w.published_version
      JOIN definitions d ON d.id = v.definition_id
      WHERE w.id = $workflowId::uuid AND d.pool IS NOT DISTINCT FROM $pool::text)
    ${AGAIN}`,
  {},
);

const MOVE_ORGANIZATION = statement<{ organizationId: string }>()(
  'move_sessions_of_organization',
  `INSERT INTO pool_moves (workflow_id, organization_id)
    SELECT id, organization_id FROM workflows WHERE organization_id = $organizationId::uuid AND deleted_at IS NULL
    ${AGAIN}`,
  {},
);

/** Makes the dispatcher move waiting sessions to the pool of a version. Call it before the version is published. */
export async function moveSessionsOfWorkflow(query: Query, move: WorkflowMove): Promise<void> {
  await query(...MOVE_WORKFLOW.with(move));
}

/** Makes the dispatcher move waiting sessions after the pool of their organization changed. */
export async function moveSessionsOfOrganization(query: Query, organizationId: string): Promise<void> {
  await query(...MOVE_ORGANIZATION.with({ organizationId }));
}
