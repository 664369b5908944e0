import type { ApiKeyRecord, RunnableWorkflow, WebhookTokenRecord } from '../contract.ts';
import type { Database, Statement } from '../database.ts';
import type { Definition } from '@workflow/workflow-model';

const FIND_API_KEY: Statement = {
  name: 'find_api_key',
  text: `SELECT id, organization_id AS "organizationId", name, scopes, expires_at AS "expiresAt" FROM api_keys WHERE key_hash = $1`,
};

const FIND_WEBHOOK_TOKEN: Statement = {
  name: 'find_webhook_token',
  text: `SELECT id, organization_id AS "organizationId", workflow_id AS "workflowId", component_id AS "componentId"
    FROM webhook_tokens WHERE token_hash = $1`,
};

const FIND_RUNNABLE: Statement = {
  name: 'find_runnable_workflow',
  text: `SELECT w.id, w.organization_id AS "organizationId", v.number AS version, d.id AS "definitionId", d.content AS definition
    FROM workflows w
    LEFT JOIN workflow_versions v ON v.workflow_id = w.id AND v.number = w.published_version
    LEFT JOIN definitions d ON d.id = v.definition_id
    WHERE w.id = $1 AND w.deleted_at IS NULL`,
};

/** An expired key is found as well; the caller compares `expiresAt`. */
export async function findApiKey(database: Database, keyHash: Uint8Array): Promise<ApiKeyRecord | null> {
  const [row] = await database.query<ApiKeyRecord>(FIND_API_KEY, [Buffer.from(keyHash)]);
  return row ?? null;
}

export async function findWebhookToken(database: Database, tokenHash: Uint8Array): Promise<WebhookTokenRecord | null> {
  const [row] = await database.query<WebhookTokenRecord>(FIND_WEBHOOK_TOKEN, [Buffer.from(tokenHash)]);
  return row ?? null;
}

/** null: never existed, or deleted. */
export async function findRunnableWorkflow(database: Database, workflowId: string): Promise<RunnableWorkflow | null> {
  const [row] = await database.query<{
    id: string; organizationId: string; version: number | null; definitionId: string | null; definition: Definition | null;
  }>(FIND_RUNNABLE, [workflowId]);
  if (row === undefined) return null;
  const { id, organizationId, version, definitionId, definition } = row;
  const published = version === null || definitionId === null || definition === null ? null : { version, definitionId, definition };
  return { id, organizationId, published };
}
