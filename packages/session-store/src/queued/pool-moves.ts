import type { PrismaDb } from '../postgres/sql.ts';

/** SQL: waiting sessions of a workflow may have to move to another pool. */
export const MOVE_IS_DUE = 'EXISTS (SELECT FROM pool_moves WHERE due_at <= statement_timestamp())';

/** SQL that makes the dispatcher handle a workflow again if its pool changes another time. */
const AGAIN = `ON CONFLICT (workflow_id) DO UPDATE SET created_at = excluded.created_at, due_at = excluded.due_at`;

/** Requests a move unless the published version of the workflow ($1) names the same pool ($3). */
const MOVE_WORKFLOW = `INSERT INTO pool_moves (workflow_id, organization_id)
  SELECT $1::uuid, $2::uuid WHERE NOT EXISTS (
    SELECT FROM workflows w JOIN workflow_versions v ON v.workflow_id = w.id AND v.number = w.published_version
    JOIN definitions d ON d.id = v.definition_id
    WHERE w.id = $1::uuid AND d.pool IS NOT DISTINCT FROM $3::text)
  ${AGAIN}`;

const MOVE_ORGANIZATION = `INSERT INTO pool_moves (workflow_id, organization_id)
  SELECT id, organization_id FROM workflows WHERE organization_id = $1::uuid AND deleted_at IS NULL
  ${AGAIN}`;

/** Makes the dispatcher move waiting sessions to the pool of a version. Call it before the version is published. */
export async function moveSessionsOfWorkflow(
  prisma: PrismaDb,
  { organizationId, workflowId, pool }: { organizationId: string; workflowId: string; pool: string | undefined },
): Promise<void> {
  await prisma.$executeRawUnsafe(MOVE_WORKFLOW, workflowId, organizationId, pool ?? null);
}

/** Makes the dispatcher move waiting sessions after the pool of their organization changed. */
export async function moveSessionsOfOrganization(prisma: PrismaDb, organizationId: string): Promise<void> {
  await prisma.$executeRawUnsafe(MOVE_ORGANIZATION, organizationId);
}
