import type { PrismaDb } from '../postgres/sql.ts';

/** What may be known of a credential's tokens without opening them. */
export interface GrantView {
  /** Whether there is a token that works, or one to ask for another with. */
  isGood: boolean;
  hasToken: boolean;
  /** Why somebody must sign in again. */
  endedReason: string | null;
}

interface GrantRow extends GrantView {
  id: string;
}

/** By credential; those to which nothing was ever granted are left out. */
export async function grantsOf(database: PrismaDb, ids: readonly string[]): Promise<Map<string, GrantView>> {
  if (ids.length === 0) return new Map();
  const rows = await database.$queryRaw<
    GrantRow[]
  >`SELECT id, ended_reason AS "endedReason", sealed IS NOT NULL AS "hasToken",
      sealed IS NOT NULL AND (refreshable OR expires_at IS NULL OR expires_at > now()) AS "isGood"
    FROM credential_grants WHERE id = ANY (${[...ids]}::uuid[])`;
  return new Map(rows.map(({ id, ...grant }) => [id, grant]));
}

export async function grantOf(database: PrismaDb, id: string): Promise<GrantView | null> {
  return (await grantsOf(database, [id])).get(id) ?? null;
}

/**
 * The next step asks the server again, whatever failed before; with `all`, tokens and begun sign-ins are forgotten, and
 * what a process asks for meanwhile is not stored.
 */
export async function forgetGrant(database: PrismaDb, id: string, { all }: { all: boolean }): Promise<void> {
  if (all) await database.credentialSignIn.deleteMany({ where: { credentialId: id } });
  await database.credentialGrant.updateMany({
    where: { id },
    data: {
      retryAt: null,
      ...(all && {
        sealed: null,
        refreshable: false,
        expiresAt: null,
        refreshAt: null,
        renewedAt: null,
        leasedUntil: null,
        endedReason: null,
        fence: { increment: 1 },
      }),
    },
  });
}
