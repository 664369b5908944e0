import type { ChangeRecord } from '../contract.ts';
import type { Query, Statement } from '../database.ts';
import type { Prisma, PrismaClient } from '../generated/client.ts';

/**
 * Writes the row that replicas poll. The counter's row stays locked until the transaction ends, so a sequence
 * is seen only when all lower ones are; call it last, for it makes all other changes wait.
 */
export async function recordChange(
  transaction: Prisma.TransactionClient | PrismaClient, change: Pick<ChangeRecord, 'kind' | 'organizationId' | 'subject'>,
): Promise<void> {
  await transaction.$executeRaw`
    WITH counter AS (UPDATE change_counter SET sequence = sequence + 1 WHERE id = 1 RETURNING sequence)
    INSERT INTO changes (sequence, kind, organization_id, subject)
    SELECT sequence, ${change.kind}::change_kind, ${change.organizationId}::uuid, ${change.subject} FROM counter`;
}

/** Replicas poll several times a second; one that was away for longer starts with an empty cache. */
const TRIM: Statement = {
  name: 'trim_changes',
  text: `DELETE FROM changes WHERE created_at < now() - interval '1 hour'`,
};

export async function trimChanges(query: Query): Promise<void> {
  await query(TRIM, []);
}
