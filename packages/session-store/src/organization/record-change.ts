import type { PrismaDb } from '../postgres/prisma-db.ts';
import type { Query, Statement } from '../postgres/sql.ts';

export interface ChangeRecord {
  sequence: bigint;
  kind: 'API_KEY' | 'WEBHOOK_TOKEN' | 'WORKFLOW' | 'SECRET' | 'ORGANIZATION_QUOTA';
  organizationId: string | null;
  /** The hex SHA-256 of the key or token, the id of the workflow or organization, or the name of the secret. */
  subject: string;
}

/** A change of a key, token, published version or secret that caches are notified of. */
export type Change = Pick<ChangeRecord, 'kind' | 'organizationId' | 'subject'>;

/**
 * Writes the rows that replicas poll, in one statement, because a workflow may end 1,000 tokens together. The counter's
 * row is locked until the transaction ends, so a sequence is visible only if all lower ones are. Call it last, because
 * the changes of all organizations wait for it.
 */
export async function recordChanges(transaction: PrismaDb, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const kinds = changes.map(({ kind }) => kind);
  const organizationIds = changes.map(({ organizationId }) => organizationId);
  const subjects = changes.map(({ subject }) => subject);
  await transaction.$executeRaw`
    WITH counter AS (
      UPDATE change_counter SET sequence = sequence + ${changes.length}::int WHERE id = 1 RETURNING sequence)
    INSERT INTO changes (sequence, kind, organization_id, subject)
    SELECT counter.sequence - ${changes.length}::int + c.place, c.kind::change_kind, c.organization_id, c.subject
    FROM counter, unnest(${kinds}::text[], ${organizationIds}::uuid[], ${subjects}::text[])
      WITH ORDINALITY c(kind, organization_id, subject, place)`;
}

const RECORD: Statement = {
  name: 'record_change',
  text: `WITH counter AS (UPDATE change_counter SET sequence = sequence + 1 WHERE id = 1 RETURNING sequence)
    INSERT INTO changes (sequence, kind, organization_id, subject)
    SELECT sequence, $1::change_kind, $2, $3 FROM counter`,
};

/** Writes a change in a transaction without Prisma's client. */
export async function recordChangeBy(query: Query, { kind, organizationId, subject }: Change): Promise<void> {
  await query(RECORD, [kind, organizationId, subject]);
}

/** Deletes old changes. Replicas poll several times a second, and one that missed more starts with empty caches. */
const TRIM: Statement = {
  name: 'trim_changes',
  text: `DELETE FROM changes WHERE created_at < now() - interval '1 hour'`,
};

export async function trimChanges(query: Query): Promise<void> {
  await query(TRIM, []);
}
