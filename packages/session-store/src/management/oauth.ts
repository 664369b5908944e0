import { Prisma, type PrismaClient } from '../generated/client.ts';
import { OIDC_PROVIDER } from './admit-person.ts';
import { timeOrderedId } from '../ids/time-ordered-id.ts';
import { statement } from '../postgres/named-statement.ts';
import { queryIn } from '../postgres/prisma-db.ts';

/** A client of the operator's settings. Other clients register themselves. */
export interface KnownOAuthClient {
  clientId: string;
  name: string;
  redirectUris: string[];
}

/** The content of a valid access token, with the present data of its person. */
export interface OAuthGrant {
  userId: string;
  email: string;
  hasSecondFactor: boolean;
  hasPassword: boolean;
  /** When the person last signed in at the issuer; null if they never did. */
  confirmedAt: Date | null;
  organizationId: string;
  connectionId: string;
  scopes: string[];
  /** The resources that the token is for (RFC 8707); empty if none was requested. */
  resources: string[];
}

/** Marks clients of the operator's settings, which never expire. */
const OF_OPERATOR = 'operator';
/** Maximum number of rows that one request removes. */
const MAX_PRUNED = 500;

/** Stores the resource of tokens and the clients of the operator's settings. */
export async function storeOAuthSettings(
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

/**
 * Removes expired tokens, and clients without a token that registered longer ago than `unusedMs`. At most 500 of each.
 */
export async function pruneOAuth(prisma: PrismaClient, unusedMs: number): Promise<void> {
  await prisma.$executeRaw(Prisma.sql`
    DELETE FROM oauth_access_tokens WHERE id IN (
      SELECT id FROM oauth_access_tokens WHERE expires_at < now() ORDER BY expires_at LIMIT ${MAX_PRUNED})`);
  await prisma.$executeRaw(Prisma.sql`
    DELETE FROM oauth_refresh_tokens WHERE id IN (
      SELECT id FROM oauth_refresh_tokens WHERE expires_at < now() ORDER BY expires_at LIMIT ${MAX_PRUNED})`);
  await prisma.$executeRaw(Prisma.sql`
    DELETE FROM oauth_clients WHERE id IN (
      SELECT c.id FROM oauth_clients c
      WHERE c.created_at < clock_timestamp() - ${unusedMs} * interval '1 millisecond'
        AND c.reference_id IS DISTINCT FROM ${OF_OPERATOR}
        AND NOT EXISTS (SELECT FROM oauth_access_tokens t WHERE t.client_id = c.client_id)
        AND NOT EXISTS (SELECT FROM oauth_refresh_tokens t WHERE t.client_id = c.client_id)
      ORDER BY c.created_at LIMIT ${MAX_PRUNED})`);
}

/** Returns the number of clients that registered themselves and still exist. */
export function countOAuthClients(prisma: PrismaClient): Promise<number> {
  return prisma.oauthClient.count({ where: { referenceId: null } });
}

/** Returns the name that a client gave itself, or null if it gave none or does not exist. */
export async function readOAuthClientName(prisma: PrismaClient, clientId: string): Promise<string | null> {
  const client = await prisma.oauthClient.findUnique({ where: { clientId }, select: { name: true } });
  return client?.name ?? null;
}

/** Replaces the redirect URIs of a client right after it registered. */
export async function setOAuthRedirectUris(
  prisma: PrismaClient,
  clientId: string,
  redirectUris: string[],
): Promise<void> {
  await prisma.oauthClient.update({ where: { clientId }, data: { redirectUris } });
}

/** Deletes the consent, so that the person is asked again at the next authorization. */
export async function forgetOAuthConsent(prisma: PrismaClient, userId: string, clientId: string): Promise<void> {
  await prisma.oauthConsent.deleteMany({ where: { userId, clientId } });
}

const FIND_GRANT = statement<{ tokenHash: string }, OAuthGrant>()(
  'find_oauth_grant',
  `SELECT u.id AS "userId", u.email, u.two_factor_enabled AS "hasSecondFactor", t.reference_id AS "organizationId",
      x.id AS "connectionId", t.scopes, coalesce(t.resources, '{}') AS resources,
      EXISTS (SELECT FROM accounts a WHERE a.user_id = u.id AND a.provider_id = 'credential') AS "hasPassword",
      (SELECT max(a.updated_at) FROM accounts a WHERE a.user_id = u.id AND a.provider_id = '${OIDC_PROVIDER}')
        AS "confirmedAt"
    FROM oauth_access_tokens t
    JOIN users u ON u.id = t.user_id
    JOIN oauth_clients c ON c.client_id = t.client_id AND c.disabled IS NOT TRUE
    JOIN oauth_connections x ON x.client_id = t.client_id AND x.user_id = t.user_id
      AND x.organization_id::text = t.reference_id
    WHERE t.token = $tokenHash AND t.expires_at > now() AND t.revoked IS NULL AND t.confirmation IS NULL
      AND t.reference_id IS NOT NULL`,
  {
    userId: 'uuid',
    email: 'text',
    hasSecondFactor: 'bool',
    organizationId: 'text',
    connectionId: 'uuid',
    scopes: 'text[]',
    resources: 'text[]',
    hasPassword: 'bool',
    confirmedAt: 'timestamptz?',
  },
);

/**
 * Returns null if the token is unknown, expired or revoked, if its connection was revoked, if it is bound to a key of
 * its sender, or if it names no person or organization. `tokenHash` has the form in which the accounts library stores
 * it.
 */
export async function findOAuthGrant(prisma: PrismaClient, tokenHash: string): Promise<OAuthGrant | null> {
  const [grant] = await queryIn(prisma)(...FIND_GRANT.with({ tokenHash }));
  return grant ?? null;
}
