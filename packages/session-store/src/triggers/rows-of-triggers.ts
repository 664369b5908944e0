import type { PublishedVersion, TriggerRows, WorkflowChange } from '@workflow/component-kit/records';
import { Prisma } from '../generated/client.ts';
import { timeOrderedId } from '../ids/time-ordered-id.ts';
import type { Change } from '../organization/record-change.ts';
import { statement } from '../postgres/named-statement.ts';
import { queryIn } from '../postgres/prisma-db.ts';

/** A workflow within the transaction that changes it. */
export interface ChangedWorkflow {
  database: Prisma.TransactionClient;
  note: (kind: Change['kind'], subject: string) => void;
  organizationId: string;
  workflowId: string;
}

/** Returns the rows of all triggers of the organization. */
export function rowsOfOrganization(database: Prisma.TransactionClient, organizationId: string): TriggerRows {
  return {
    query: (text, ...values) => database.$queryRaw(text, ...values),
    rows: Prisma.sql`organization_id = ${organizationId}::uuid`,
    organizationId,
  };
}

/** Returns the rows of the workflow's triggers. */
export function rowsOfWorkflow({ database, note, organizationId, workflowId }: ChangedWorkflow): WorkflowChange {
  return {
    ...rowsOfOrganization(database, organizationId),
    rows: Prisma.sql`workflow_id = ${workflowId}::uuid AND organization_id = ${organizationId}::uuid`,
    workflowId,
    note,
    newId: timeOrderedId,
    readPublished: () => readPublished(database, organizationId, workflowId),
  };
}

const READ_PUBLISHED = statement<{ organizationId: string; workflowId: string }>()(
  'read_published_for_triggers',
  `SELECT v.definition_id AS "definitionId", v.number, coalesce(d.content ? 'flow' OR d.content ? 'label'
        OR d.content ? 'expireAfterSeconds'
        OR jsonb_path_exists(d.content, '$.**.sensitive ? (@ == true)'), false) AS "hasRules",
      (w.paused_at IS NOT NULL OR o.paused_at IS NOT NULL) AS "isPaused", clock_timestamp() AS now
    FROM workflows w LEFT JOIN organizations o ON o.id = w.organization_id
    LEFT JOIN workflow_versions v ON v.workflow_id = w.id AND v.number = w.published_version
    LEFT JOIN definitions d ON d.id = v.definition_id
    WHERE w.id = $workflowId::uuid AND w.organization_id = $organizationId::uuid`,
  { definitionId: 'uuid?', number: 'int4?', hasRules: 'bool', isPaused: 'bool', now: 'timestamptz' },
);

async function readPublished(
  database: Prisma.TransactionClient,
  organizationId: string,
  workflowId: string,
): Promise<PublishedVersion> {
  const [version] = await queryIn(database)(...READ_PUBLISHED.with({ organizationId, workflowId }));
  if (version === undefined) throw new Error('the workflow of a change is not there');
  return version;
}
