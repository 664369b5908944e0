import { createHash } from 'node:crypto';
import type { Definition, Json } from '@workflow/workflow-model';
import type { PrismaDb, Query, Statement } from '../postgres/sql.ts';

const SNAPSHOT: Statement = {
  name: 'snapshot_definition',
  // The time keeps retention from deleting a snapshot that is about to be named; a day's accuracy is enough for that.
  text: `INSERT INTO definitions AS d (id, organization_id, workflow_id, content)
    VALUES ($1::uuid, $2::uuid, $3::uuid, $4::jsonb)
    ON CONFLICT (id) DO UPDATE SET last_used_at = now() WHERE d.last_used_at < now() - interval '1 day'`,
};

/** Stores the definition, without notes, under its content's hash unless it is there already. @returns its id. */
export async function snapshotDefinition(
  query: Query,
  organizationId: string,
  workflowId: string,
  definition: Definition,
): Promise<string> {
  const content = withoutNotes(definition);
  const id = definitionIdOf(organizationId, workflowId, content);
  await query(SNAPSHOT, [id, organizationId, workflowId, JSON.stringify(content)]);
  return id;
}

function withoutNotes({ notes: _notes, ...content }: Definition): Definition {
  return content;
}

/** UUIDv8 (RFC 9562, 5.8) made of SHA-256 over organization, workflow and the definition with its keys sorted. */
function definitionIdOf(organizationId: string, workflowId: string, definition: Definition): string {
  const hash = createHash('sha256')
    .update(`${organizationId}\n${workflowId}\n`)
    .update(canonicalJson(definition as unknown as Json))
    .digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString('hex', 0, 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The same text for equal values, whatever the order of their keys (jsonb does not keep it). */
function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, field]) => field !== undefined);
  return `{${entries
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`)
    .join(',')}}`;
}

/** The same within a transaction of Prisma's. */
export async function snapshotDefinitionIn(
  prisma: PrismaDb,
  organizationId: string,
  workflowId: string,
  definition: Definition,
): Promise<string> {
  const content = withoutNotes(definition);
  const id = definitionIdOf(organizationId, workflowId, content);
  await prisma.$executeRawUnsafe(SNAPSHOT.text, id, organizationId, workflowId, JSON.stringify(content));
  return id;
}
