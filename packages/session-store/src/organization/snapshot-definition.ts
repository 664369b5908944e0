import { createHash } from 'node:crypto';
import type { Definition, Json } from '@workflow/workflow-model';
import type { PrismaDb, Query, Statement } from '../postgres/sql.ts';
import { isUnchangedByJsonb } from '../values/key-order.ts';

const SNAPSHOT: Statement = {
  name: 'snapshot_definition',
  // The time prevents retention from deleting a snapshot that is about to be referenced. An accuracy of a day suffices.
  text: `INSERT INTO definitions AS d (id, organization_id, workflow_id, content, ordered_content, concurrency, pool)
    VALUES ($1::uuid, $2::uuid, $3::uuid, $4::text::jsonb, CASE WHEN $5::boolean THEN $4::text::json END,
      $6::text::jsonb, $7::text)
    ON CONFLICT (id) DO UPDATE SET last_used_at = now() WHERE d.last_used_at < now() - interval '1 day'`,
};

/** Stores the definition, without notes, under its content's hash unless it exists. @returns its id */
export async function snapshotDefinition(
  query: Query,
  organizationId: string,
  workflowId: string,
  definition: Definition,
): Promise<string> {
  const snapshot = snapshotOf(organizationId, workflowId, definition);
  await query(SNAPSHOT, snapshot);
  return snapshot[0];
}

/** Returns the parameters of the statement, the id first. */
function snapshotOf(
  organizationId: string,
  workflowId: string,
  definition: Definition,
): [id: string, ...others: unknown[]] {
  const { notes: _notes, ...content } = definition;
  const json = JSON.stringify(content);
  const isChanged = !isUnchangedByJsonb(content as unknown as Json);
  const concurrency = JSON.stringify(content.flow?.concurrency ?? null);
  const id = definitionIdOf(organizationId, workflowId, json);
  return [id, organizationId, workflowId, json, isChanged, concurrency, content.pool ?? null];
}

/**
 * Returns a UUIDv8 (RFC 9562, 5.8) of the SHA-256 over organization, workflow and the definition's text. A definition
 * whose keys are in another order is another one, because sessions output them in that order.
 */
function definitionIdOf(organizationId: string, workflowId: string, json: string): string {
  const hash = createHash('sha256').update(`${organizationId}\n${workflowId}\n`).update(json).digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString('hex', 0, 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Stores the definition within a transaction of Prisma. */
export async function snapshotDefinitionIn(
  prisma: PrismaDb,
  organizationId: string,
  workflowId: string,
  definition: Definition,
): Promise<string> {
  const snapshot = snapshotOf(organizationId, workflowId, definition);
  await prisma.$executeRawUnsafe(SNAPSHOT.text, ...snapshot);
  return snapshot[0];
}
