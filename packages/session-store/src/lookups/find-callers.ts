import { statement } from '../postgres/named-statement.ts';
import type { Sql, Statement } from '../postgres/sql.ts';
import type { Definition } from '@workflow/workflow-model';
import { plainArray } from '../postgres/sql-arrays.ts';

export interface ApiKeyRecord {
  id: string;
  organizationId: string;
  name: string;
  scopes: string[];
  expiresAt: Date | null;
  /** The workflows that the key is restricted to; null means all. */
  workflowIds: string[] | null;
  /** Runs a minute that this key may start, in addition to the organization's limit; null means no separate limit. */
  runsPerMinute: number | null;
  runBurst: number | null;
}

export interface WebhookTokenRecord {
  id: string;
  organizationId: string;
  workflowId: string;
  componentId: string;
  /** The time until which a listener waits for the next delivery; null if none waits, or a delivery was caught. */
  listeningUntil: Date | null;
}

/** A workflow that callers can start. `published` is null if it is not published. */
export interface RunnableWorkflow {
  id: string;
  organizationId: string;
  /** True if its sessions are accepted but not started. */
  paused: boolean;
  published: { version: number; definitionId: string; definition: Definition } | null;
}

interface RunnableRow extends Omit<RunnableWorkflow, 'published'> {
  version: number | null;
  definitionId: string | null;
  definition: Definition | null;
}

const FIND_API_KEY = statement<{ keyHash: Buffer }>()(
  'find_api_key',
  `SELECT id, organization_id AS "organizationId", name, scopes, expires_at AS "expiresAt",
      nullif(workflow_ids, '{}') AS "workflowIds", runs_per_minute AS "runsPerMinute", run_burst AS "runBurst"
    FROM api_keys WHERE key_hash = $keyHash`,
  {
    id: 'uuid',
    organizationId: 'uuid',
    name: 'text',
    scopes: 'text[]',
    expiresAt: 'timestamptz?',
    workflowIds: 'uuid[]?',
    runsPerMinute: 'int4?',
    runBurst: 'int4?',
  },
);

const FIND_WEBHOOK_TOKEN = statement<{ tokenHash: Buffer }>()(
  'find_webhook_token',
  `SELECT t.id, t.organization_id AS "organizationId", t.workflow_id AS "workflowId",
      t.component_id AS "componentId", CASE WHEN l.caught_at IS NULL THEN l.until END AS "listeningUntil"
    FROM webhook_tokens t LEFT JOIN webhook_listeners l ON l.token_id = t.id WHERE t.token_hash = $tokenHash`,
  { id: 'uuid', organizationId: 'uuid', workflowId: 'uuid', componentId: 'uuid', listeningUntil: 'timestamptz?' },
);

const FIND_RUNNABLE = statement<{ workflowId: string }, RunnableRow>()(
  'find_runnable_workflow',
  `SELECT w.id, w.organization_id AS "organizationId", w.paused_at IS NOT NULL AS paused,
      v.number AS version, d.id AS "definitionId",
    d.content AS definition
    FROM workflows w
    LEFT JOIN workflow_versions v ON v.workflow_id = w.id AND v.number = w.published_version
    LEFT JOIN definitions d ON d.id = v.definition_id
    WHERE w.id = $workflowId AND w.deleted_at IS NULL`,
  {
    id: 'uuid',
    organizationId: 'uuid',
    paused: 'bool',
    version: 'int4?',
    definitionId: 'uuid?',
    definition: 'jsonb?',
  },
);

/** Also returns expired keys. The caller compares `expiresAt`. */
export async function findApiKey(sql: Sql, keyHash: Uint8Array): Promise<ApiKeyRecord | null> {
  const [row] = await sql.query(...FIND_API_KEY.with({ keyHash: Buffer.from(keyHash) }));
  return row ?? null;
}

export async function findWebhookToken(sql: Sql, tokenHash: Uint8Array): Promise<WebhookTokenRecord | null> {
  const [row] = await sql.query(...FIND_WEBHOOK_TOKEN.with({ tokenHash: Buffer.from(tokenHash) }));
  return row ?? null;
}

/** Returns null if the workflow never existed or was deleted. */
export async function findRunnableWorkflow(sql: Sql, workflowId: string): Promise<RunnableWorkflow | null> {
  const [row] = await sql.query(...FIND_RUNNABLE.with({ workflowId }));
  if (row === undefined) return null;
  const { id, organizationId, paused, version, definitionId, definition } = row;
  const published =
    version === null || definitionId === null || definition === null ? null : { version, definitionId, definition };
  return { id, organizationId, paused, published };
}

const TOUCH: Statement = {
  name: 'touch_caller_keys',
  text: `WITH keys AS (UPDATE api_keys SET last_used_at = now() WHERE id = ANY ($1::uuid[])),
      connections AS (UPDATE oauth_connections SET last_used_at = now() WHERE id = ANY ($3::uuid[]))
    UPDATE webhook_tokens SET last_used_at = now() WHERE id = ANY ($2::uuid[])`,
};

/** The keys, tokens and connections that callers used. */
interface UsedCallerKeys {
  apiKeyIds: readonly string[];
  webhookTokenIds: readonly string[];
  /** Connections of applications that sign in by OAuth. */
  connectionIds: readonly string[];
}

/** Sets the last-used time of keys, tokens and connected applications. */
export async function touchCallerKeys(sql: Sql, used: UsedCallerKeys): Promise<void> {
  const { apiKeyIds, webhookTokenIds, connectionIds } = used;
  await sql.query(TOUCH, [
    plainArray([...apiKeyIds]),
    plainArray([...webhookTokenIds]),
    plainArray([...connectionIds]),
  ]);
}
