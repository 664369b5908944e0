import { isStoredFor } from '@workflow/components/descriptors';
import type { Definition } from '@workflow/workflow-model';
import type { Prisma, WebhookToken } from '../generated/client.ts';
import { type Actor, writeAudit } from './audit-log.ts';
import { mintCallerKey } from './caller-key-format.ts';
import type { OrganizationScope } from './organization-scope.ts';
import { person, readNames, type PersonView } from './person.ts';
import { readContent } from './workflow-versions.ts';
import { timeOrderedId } from '../ids/time-ordered-id.ts';
import { statement } from '../postgres/named-statement.ts';
import { queryIn } from '../postgres/prisma-db.ts';

interface WebhookTokenView {
  id: string;
  prefix: string;
  createdAt: string;
  createdBy: PersonView | null;
  lastUsedAt: string | null;
}

type CreateTokenOutcome =
  | { kind: 'created'; token: WebhookTokenView; value: string }
  | { kind: 'exists' }
  | { kind: 'not-a-webhook' }
  | { kind: 'not-found' };

/**
 * Creates a token for a webhook component of the draft or of the published version (contract §2.5). A component has at
 * most one token: while it exists, another one is refused. `value` is the token itself, which is not stored.
 */
export function createToken(
  scope: OrganizationScope,
  actor: Actor,
  workflowId: string,
  componentId: string,
): Promise<CreateTokenOutcome> {
  const { organizationId } = scope;
  const { value, prefix, hash } = mintCallerKey('webhook-token');
  return scope.change(async (database, note) => {
    const type = await readComponentType(scope, database, workflowId, componentId);
    if (type === null) return { kind: 'not-found' };
    if (!isStoredFor(type, 'access-token')) return { kind: 'not-a-webhook' };
    // Two simultaneous requests may both get here. The unique key admits one, and the other waits for its commit.
    const { count } = await database.webhookToken.createMany({
      data: {
        id: timeOrderedId(),
        organizationId,
        workflowId,
        componentId,
        prefix,
        tokenHash: hash,
        createdBy: actor.id,
      },
      skipDuplicates: true,
    });
    if (count === 0) return { kind: 'exists' };
    const row = await database.webhookToken.findUniqueOrThrow({
      where: { workflowId_componentId: { workflowId, componentId } },
    });
    await writeAudit(database, organizationId, actor, {
      action: 'webhook-token.create',
      targetType: 'component',
      targetId: componentId,
      detail: { workflowId, prefix },
    });
    note('WEBHOOK_TOKEN', Buffer.from(hash).toString('hex'));
    return { kind: 'created', token: view(row, new Map(actor.id === null ? [] : [[actor.id, actor.name]])), value };
  });
}

/** Returns prefix, times and author of the present token, or null if there is none. */
export async function readToken(
  scope: OrganizationScope,
  workflowId: string,
  componentId: string,
): Promise<WebhookTokenView | null> {
  const row = await scope.prisma.webhookToken.findFirst({
    where: { workflowId, componentId, organizationId: scope.organizationId },
  });
  if (row === null) return null;
  return view(row, await readNames(scope.prisma, scope.organizationId, [row.createdBy]));
}

const DELETE = statement<
  { organizationId: string; workflowId: string; componentId: string },
  { tokenHash: Uint8Array; prefix: string }
>()(
  'delete_webhook_token',
  `DELETE FROM webhook_tokens
      WHERE workflow_id = $workflowId::uuid AND component_id = $componentId::uuid
        AND organization_id = $organizationId::uuid
      RETURNING token_hash AS "tokenHash", prefix`,
  { tokenHash: 'bytea', prefix: 'text' },
);

/** Returns false if there is none. */
export function deleteToken(
  scope: OrganizationScope,
  actor: Actor,
  workflowId: string,
  componentId: string,
): Promise<boolean> {
  const { organizationId } = scope;
  return scope.change(async (database, note) => {
    const [deleted] = await queryIn(database)(...DELETE.with({ organizationId, workflowId, componentId }));
    if (deleted === undefined) return false;
    await writeAudit(database, organizationId, actor, {
      action: 'webhook-token.delete',
      targetType: 'component',
      targetId: componentId,
      detail: { workflowId, prefix: deleted.prefix },
    });
    note('WEBHOOK_TOKEN', Buffer.from(deleted.tokenHash).toString('hex'));
    return true;
  });
}

const LOCK_WORKFLOW = statement<
  { organizationId: string; workflowId: string },
  { draft: Definition; publishedVersion: number | null }
>()(
  'lock_workflow_of_token',
  `SELECT draft, published_version AS "publishedVersion" FROM workflows
    WHERE id = $workflowId::uuid AND organization_id = $organizationId::uuid AND deleted_at IS NULL
    FOR SHARE`,
  { draft: 'jsonb', publishedVersion: 'int4?' },
);

/** Locks the workflow, so that it cannot be published or deleted at the same time, which may end tokens. */
async function readComponentType(
  scope: OrganizationScope,
  database: Prisma.TransactionClient,
  workflowId: string,
  componentId: string,
): Promise<string | null> {
  const { organizationId } = scope;
  const [row] = await queryIn(database)(...LOCK_WORKFLOW.with({ organizationId, workflowId }));
  if (row === undefined) return null;
  const inDraft = row.draft.components.find((component) => component.id === componentId);
  if (inDraft !== undefined || row.publishedVersion === null) return inDraft?.type ?? null;
  const version = await database.workflowVersion.findUniqueOrThrow({
    where: { workflowId_number: { workflowId, number: row.publishedVersion } },
    select: { definitionId: true },
  });
  const { components } = await readContent(database, version.definitionId);
  return components.find((component) => component.id === componentId)?.type ?? null;
}

function view(row: WebhookToken, names: Map<string, string>): WebhookTokenView {
  return {
    id: row.id,
    prefix: row.prefix,
    createdAt: row.createdAt.toISOString(),
    createdBy: person(row.createdBy, names),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}
