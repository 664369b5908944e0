import type { Prisma } from '../generated/client.ts';

/** Makes failed polls due that use a changed credential. */
export async function pollAgain(
  database: Prisma.TransactionClient,
  organizationId: string,
  credentialId: string,
): Promise<void> {
  await database.$executeRaw`
    UPDATE polls SET next_at = clock_timestamp(), failures = 0, fence = fence + 1
    WHERE organization_id = ${organizationId}::uuid AND next_at IS NOT NULL AND failures > 0
      AND EXISTS (SELECT FROM jsonb_each_text(config) c WHERE lower(c.value) = ${credentialId})`;
}
