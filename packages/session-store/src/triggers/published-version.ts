import { Prisma } from '../generated/client.ts';
import type { WorkflowChange } from './trigger-data.ts';

/** The published version of a workflow, within the transaction that changes it. */
export interface PublishedVersion {
  /** null if nothing is published. */
  definitionId: string | null;
  number: number | null;
  /**
   * True if it has flow control, a label, an expiry or sensitive fields, by which sessions are built. Stored as
   * `has_flow`.
   */
  hasRules: boolean;
  /** True if the workflow or its organization is paused. */
  isPaused: boolean;
  /** PostgreSQL's time, from which the change applies. */
  now: Date;
}

/** SQL: rows of the workflow. */
export const ofWorkflow = ({ workflowId, organizationId }: WorkflowChange): Prisma.Sql =>
  Prisma.sql`workflow_id = ${workflowId}::uuid AND organization_id = ${organizationId}::uuid`;

export async function readPublished({
  database,
  workflowId,
  organizationId,
}: WorkflowChange): Promise<PublishedVersion> {
  const [version] = await database.$queryRaw<PublishedVersion[]>(Prisma.sql`
    SELECT v.definition_id AS "definitionId", v.number, coalesce(d.content ? 'flow' OR d.content ? 'label'
        OR d.content ? 'expireAfterSeconds'
        OR jsonb_path_exists(d.content, '$.**.sensitive ? (@ == true)'), false) AS "hasRules",
      (w.paused_at IS NOT NULL OR o.paused_at IS NOT NULL) AS "isPaused", clock_timestamp() AS now
    FROM workflows w LEFT JOIN organizations o ON o.id = w.organization_id
    LEFT JOIN workflow_versions v ON v.workflow_id = w.id AND v.number = w.published_version
    LEFT JOIN definitions d ON d.id = v.definition_id
    WHERE w.id = ${workflowId}::uuid AND w.organization_id = ${organizationId}::uuid`);
  if (version === undefined) throw new Error('the workflow of a change is not there');
  return version;
}
