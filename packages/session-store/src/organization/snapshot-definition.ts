import { createHash } from 'node:crypto';
import type { Definition, Json } from '@workflow/workflow-model';
import { uuidAt } from '../ids/uuid-bytes.ts';
import { statement } from '../postgres/named-statement.ts';
import type { PrismaDb } from '../postgres/prisma-db.ts';
import type { Query, Sql } from '../postgres/sql.ts';
import { isUnchangedByJsonb, orderedDraft } from '../values/key-order.ts';

interface Snapshot {
  id: string;
  organizationId: string;
  workflowId: string;
  json: string;
  /** True if `jsonb` would change the order of its keys. */
  isChanged: boolean;
  concurrency: string;
  pool: string | null;
}

const SNAPSHOT = statement<Snapshot>()(
  'snapshot_definition',
  // The time prevents that retention deletes a snapshot which is about to be referenced. It is accurate to a day.
  `INSERT INTO definitions AS d (id, organization_id, workflow_id, content, ordered_content, concurrency, pool)
    VALUES ($id::uuid, $organizationId::uuid, $workflowId::uuid, $json::text::jsonb, CASE WHEN $isChanged::boolean
      THEN $json::text::json END,
      $concurrency::text::jsonb, $pool::text)
    ON CONFLICT (id) DO UPDATE SET last_used_at = now() WHERE d.last_used_at < now() - interval '1 day'`,
  {},
);

/** Stores the definition, without notes, under its content's hash unless it exists. @returns its id */
export async function snapshotDefinition(
  query: Query,
  organizationId: string,
  workflowId: string,
  definition: Definition,
): Promise<string> {
  const snapshot = snapshotOf(organizationId, workflowId, definition);
  await query(...SNAPSHOT.with(snapshot));
  return snapshot.id;
}

/** Returns the parameters of the statement. */
function snapshotOf(organizationId: string, workflowId: string, definition: Definition): Snapshot {
  const { notes: _notes, ...content } = definition;
  const json = JSON.stringify(content);
  const isChanged = !isUnchangedByJsonb(content as unknown as Json);
  const concurrency = JSON.stringify(content.flow?.concurrency ?? null);
  const id = definitionIdOf(organizationId, workflowId, json);
  return { id, organizationId, workflowId, json, isChanged, concurrency, pool: content.pool ?? null };
}

/**
 * Returns a UUIDv8 (RFC 9562, 5.8) of the SHA-256 over organization, workflow and the definition's text. The order of
 * keys matters, because sessions output them in that order.
 */
function definitionIdOf(organizationId: string, workflowId: string, json: string): string {
  const hash = createHash('sha256').update(`${organizationId}\n${workflowId}\n`).update(json).digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  return uuidAt(hash, 0);
}

/** Stores the definition within a transaction of Prisma. */
export async function snapshotDefinitionIn(
  prisma: PrismaDb,
  organizationId: string,
  workflowId: string,
  definition: Definition,
): Promise<string> {
  const snapshot = snapshotOf(organizationId, workflowId, definition);
  const [{ text }, values] = SNAPSHOT.with(snapshot);
  await prisma.$executeRawUnsafe(text, ...values);
  return snapshot.id;
}

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
