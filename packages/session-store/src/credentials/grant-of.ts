import { statement } from '../postgres/named-statement.ts';
import { queryIn, type PrismaDb } from '../postgres/prisma-db.ts';

/** The properties of a credential's tokens that can be read without decrypting them. */
export interface GrantView {
  /** True if there is a valid token, or a refresh token to request one with. */
  isGood: boolean;
  hasToken: boolean;
  /** Why a person must sign in again. */
  endedReason: string | null;
}

const READ = statement<{ ids: readonly string[] }>()(
  'read_grants_of_credentials',
  `SELECT id, ended_reason AS "endedReason", sealed IS NOT NULL AS "hasToken",
      sealed IS NOT NULL AND (refreshable OR expires_at IS NULL OR expires_at > now()) AS "isGood"
    FROM credential_grants WHERE id = ANY ($ids::uuid[])`,
  { id: 'uuid', endedReason: 'text?', hasToken: 'bool', isGood: 'bool' },
);

/** Returns the grants by credential. Credentials to which nothing was ever granted are left out. */
export async function grantsOf(database: PrismaDb, ids: readonly string[]): Promise<Map<string, GrantView>> {
  if (ids.length === 0) return new Map();
  const rows = await queryIn(database)(...READ.with({ ids }));
  return new Map(rows.map(({ id, ...grant }) => [id, grant]));
}

export async function grantOf(database: PrismaDb, id: string): Promise<GrantView | null> {
  return (await grantsOf(database, [id])).get(id) ?? null;
}

/**
 * Clears failures, so that the next step asks the server again. With `all`, deletes tokens and started sign-ins, and
 * prevents that tokens which are being requested are stored.
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
