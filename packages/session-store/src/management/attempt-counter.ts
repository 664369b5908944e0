import { Prisma, type PrismaClient } from '../generated/client.ts';
import { timeOrderedId } from '../ids/time-ordered-id.ts';
import { readNow } from '../postgres/read-clock.ts';

/**
 * Counts one attempt under `key`. A single statement does it, so that simultaneous attempts on all replicas are
 * counted. A window begins with its first attempt. After `max` attempts, further ones are refused and not counted.
 */
export async function takeAttempt(
  prisma: PrismaClient,
  key: string,
  max: number,
  windowMs: number,
): Promise<{ allowed: boolean; retryAfterMs: number }> {
  const now = (await readNow(prisma)).getTime();
  const expired = Prisma.sql`r.last_request <= ${now - windowMs}::bigint`;
  const [row] = await prisma.$queryRaw<{ count: number; last_request: bigint }[]>(Prisma.sql`
    INSERT INTO rate_limits AS r (id, key, count, last_request)
    VALUES (${timeOrderedId()}::uuid, ${key}, 1, ${now}::bigint)
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN ${expired} THEN 1 ELSE LEAST(r.count + 1, ${max + 1}::int) END,
      last_request = CASE WHEN ${expired} THEN excluded.last_request ELSE r.last_request END
    RETURNING count, last_request`);
  const began = Number(row?.last_request ?? now);
  return { allowed: (row?.count ?? 1) <= max, retryAfterMs: Math.max(0, began + windowMs - now) };
}

/** Subtracts one counted attempt that was no failure. */
export async function returnAttempt(prisma: PrismaClient, key: string): Promise<void> {
  await prisma.$executeRaw(Prisma.sql`UPDATE rate_limits SET count = GREATEST(count - 1, 0) WHERE key = ${key}`);
}
