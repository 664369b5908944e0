import { Prisma, type PrismaClient } from '../generated/client.ts';
import { timeOrderedId } from '../ids/time-ordered-id.ts';

/** A client that the operator knows, beside those that register themselves. */
export interface KnownOAuthClient {
  clientId: string;
  name: string;
  redirectUris: string[];
}

/** What a valid access token says, with its person as they are now. */
export interface OAuthGrant {
  userId: string;
  email: string;
  hasSecondFactor: boolean;
  organizationId: string;
  connectionId: string;
  scopes: string[];
  /** What the token is for (RFC 8707); empty: nothing that anybody named. */
  resources: string[];
}

/** The mark of clients that the operator knows: they never expire. */
const OF_OPERATOR = 'operator';
/** Rows that one request removes at most. */
const MAX_PRUNED = 500;

/** Makes what tokens are for, and the clients that the operator knows, as they are in the settings now. */
export async function keepOAuthSettings(
  prisma: PrismaClient,
  resource: string,
  scopes: string[],
  clients: readonly KnownOAuthClient[],
): Promise<void> {
  await prisma.$executeRaw(Prisma.sql`
    INSERT INTO oauth_resources (id, identifier, name, allowed_scopes)
    VALUES (${timeOrderedId()}::uuid, ${resource}, 'MCP', ${scopes})
    ON CONFLICT (identifier) DO UPDATE SET allowed_scopes = excluded.allowed_scopes`);
  for (const { clientId, name, redirectUris } of clients)
    await prisma.$executeRaw(Prisma.sql`
      INSERT INTO oauth_clients (id, client_id, name, redirect_uris, scopes, grant_types, response_types,
        token_endpoint_auth_method, require_pkce, reference_id)
      VALUES (${timeOrderedId()}::uuid, ${clientId}, ${name}, ${redirectUris}, ${scopes},
        ARRAY['authorization_code', 'refresh_token'], ARRAY['code'], 'none', true, ${OF_OPERATOR})
      ON CONFLICT (client_id) DO UPDATE SET name = excluded.name, redirect_uris = excluded.redirect_uris,
        scopes = excluded.scopes, reference_id = excluded.reference_id`);
  await prisma.$executeRaw(Prisma.sql`
    DELETE FROM oauth_clients
    WHERE reference_id = ${OF_OPERATOR} AND NOT client_id = ANY(${clients.map(({ clientId }) => clientId)})`);
}

/** Removes expired tokens, and clients that registered before `unusedSince` and have no token. At most 500 of each. */
export async function pruneOAuth(prisma: PrismaClient, unusedSince: Date): Promise<void> {
  await prisma.$executeRaw(Prisma.sql`
    DELETE FROM oauth_access_tokens WHERE id IN (
      SELECT id FROM oauth_access_tokens WHERE expires_at < now() ORDER BY expires_at LIMIT ${MAX_PRUNED})`);
  await prisma.$executeRaw(Prisma.sql`
    DELETE FROM oauth_refresh_tokens WHERE id IN (
      SELECT id FROM oauth_refresh_tokens WHERE expires_at < now() ORDER BY expires_at LIMIT ${MAX_PRUNED})`);
  await prisma.$executeRaw(Prisma.sql`
    DELETE FROM oauth_clients WHERE id IN (
      SELECT c.id FROM oauth_clients c
      WHERE c.created_at < ${unusedSince} AND c.reference_id IS DISTINCT FROM ${OF_OPERATOR}
        AND NOT EXISTS (SELECT FROM oauth_access_tokens t WHERE t.client_id = c.client_id)
        AND NOT EXISTS (SELECT FROM oauth_refresh_tokens t WHERE t.client_id = c.client_id)
      ORDER BY c.created_at LIMIT ${MAX_PRUNED})`);
}

/** How many clients registered themselves and are still there. */
export function countOAuthClients(prisma: PrismaClient): Promise<number> {
  return prisma.oauthClient.count({ where: { referenceId: null } });
}

/** The name that a client gave itself; null where it gave none, or is not there. */
export async function readOAuthClientName(prisma: PrismaClient, clientId: string): Promise<string | null> {
  const found = await prisma.oauthClient.findUnique({ where: { clientId }, select: { name: true } });
  return found?.name ?? null;
}

/** Replaces where a client comes back to, right after it registered. */
export async function setOAuthRedirectUris(
  prisma: PrismaClient,
  clientId: string,
  redirectUris: string[],
): Promise<void> {
  await prisma.oauthClient.update({ where: { clientId }, data: { redirectUris } });
}

/** Has the person asked again at the next authorization. */
export async function forgetOAuthConsent(prisma: PrismaClient, userId: string, clientId: string): Promise<void> {
  await prisma.oauthConsent.deleteMany({ where: { userId, clientId } });
}

/**
 * null: the token is unknown, expired or revoked, by itself or with its connection, bound to a key of its sender, or
 * names nobody or no organization. `tokenHash` as the accounts library stores it.
 */
export async function findOAuthGrant(prisma: PrismaClient, tokenHash: string): Promise<OAuthGrant | null> {
  const [found] = await prisma.$queryRaw<OAuthGrant[]>(Prisma.sql`
    SELECT u.id AS "userId", u.email, u.two_factor_enabled AS "hasSecondFactor", t.reference_id AS "organizationId",
      x.id AS "connectionId", t.scopes, coalesce(t.resources, '{}') AS resources
    FROM oauth_access_tokens t
    JOIN users u ON u.id = t.user_id
    JOIN oauth_clients c ON c.client_id = t.client_id AND c.disabled IS NOT TRUE
    JOIN oauth_connections x ON x.client_id = t.client_id AND x.user_id = t.user_id
      AND x.organization_id::text = t.reference_id
    WHERE t.token = ${tokenHash} AND t.expires_at > now() AND t.revoked IS NULL AND t.confirmation IS NULL
      AND t.reference_id IS NOT NULL`);
  return found ?? null;
}
