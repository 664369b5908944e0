import { Prisma, type PrismaClient } from '../generated/client.ts';
import { timeOrderedId } from '../ids/time-ordered-id.ts';
import type { Audit } from '../organization/audit-entry.ts';
import type { PrismaDb } from '../postgres/prisma-db.ts';
import { writeAudit, type Actor } from './audit-log.ts';
import type { OrganizationScope } from './organization-scope.ts';
import { pageOf, type Page, type PageRequest } from './page.ts';

/** The consent of a person. */
interface NewOAuthConnection {
  organizationId: string;
  userId: string;
  clientId: string;
  redirectUri: string;
  scopes: string[];
}

/** A client that a member connected and that has a valid token. */
interface ConnectedApplicationView {
  id: string;
  clientId: string;
  /** The name that the client gave itself; null if it gave none. */
  clientName: string | null;
  /** The host of a website, `localhost` and similar names, or the scheme of an application (`cursor:`). */
  redirectHost: string;
  scopes: string[];
  member: { id: string; name: string; email: string };
  authorizedAt: string;
  lastUsedAt: string | null;
}

interface Row extends Omit<ConnectedApplicationView, 'redirectHost' | 'authorizedAt' | 'lastUsedAt' | 'member'> {
  redirectUri: string;
  userId: string;
  userName: string;
  email: string;
  authorizedAt: Date;
  lastUsedAt: Date | null;
}

/** Maximum number of rows that one request removes. */
const MAX_PRUNED = 500;

/** Stores a connection with its audit entry. A client has one connection for each person and organization. */
export async function storeOAuthConnection(
  prisma: PrismaClient,
  agreed: NewOAuthConnection,
  { actor, entry }: Audit,
): Promise<void> {
  const { organizationId, userId, clientId, redirectUri, scopes } = agreed;
  await prisma.$transaction(async (database) => {
    await database.$executeRaw(Prisma.sql`
      INSERT INTO oauth_connections (id, organization_id, user_id, client_id, redirect_uri, scopes, authorized_at)
      VALUES (${timeOrderedId()}::uuid, ${organizationId}::uuid, ${userId}::uuid, ${clientId}, ${redirectUri},
        ${scopes}, now())
      ON CONFLICT (organization_id, user_id, client_id) DO UPDATE SET redirect_uri = excluded.redirect_uri,
        scopes = excluded.scopes`);
    await writeAudit(database, organizationId, actor, entry);
  });
}

/** Removes connections without a token, an hour after the person consented. At most 500. */
export async function pruneOAuthConnections(prisma: PrismaClient): Promise<void> {
  await prisma.$executeRaw(Prisma.sql`
    DELETE FROM oauth_connections WHERE id IN (
      SELECT x.id FROM oauth_connections x
      WHERE x.authorized_at < now() - interval '1 hour' AND NOT ${hasToken(Prisma.sql`true`)}
      ORDER BY x.authorized_at LIMIT ${MAX_PRUNED})`);
}

/** Returns the connections, newest first. `userId`: only those of this member. */
export async function listConnectedApplications(
  scope: OrganizationScope,
  userId: string | null,
  { limit, cursor }: PageRequest,
): Promise<Page<ConnectedApplicationView>> {
  const rows = await scope.prisma.$queryRaw<Row[]>(Prisma.sql`
    SELECT x.id, x.client_id AS "clientId", c.name AS "clientName", x.redirect_uri AS "redirectUri", x.scopes,
      u.id AS "userId", u.name AS "userName", u.email, x.authorized_at AS "authorizedAt",
      x.last_used_at AS "lastUsedAt"
    FROM oauth_connections x
    JOIN members m ON m.organization_id = x.organization_id AND m.user_id = x.user_id
    JOIN users u ON u.id = x.user_id
    LEFT JOIN oauth_clients c ON c.client_id = x.client_id
    WHERE x.organization_id = ${scope.organizationId}::uuid AND ${ofUser(userId)}
      AND (${cursor ?? null}::uuid IS NULL OR x.id < ${cursor ?? null}::uuid)
      AND ${hasToken(Prisma.sql`t.expires_at > now() AND t.revoked IS NULL`)}
    ORDER BY x.id DESC LIMIT ${limit + 1}`);
  return pageOf(rows, limit, 'id', view);
}

/**
 * Revokes the client's access and refresh tokens. `userId`: only those of this member. Returns false if there is no
 * such connection.
 */
export function revokeConnectedApplication(
  scope: OrganizationScope,
  actor: Actor,
  userId: string | null,
  connectionId: string,
): Promise<boolean> {
  const { organizationId } = scope;
  return scope.change(async (database) => {
    const [ended] = await end(
      database,
      Prisma.sql`x.id = ${connectionId}::uuid AND x.organization_id = ${organizationId}::uuid AND ${ofUser(userId)}`,
    );
    if (ended === undefined) return false;
    await writeAudit(database, organizationId, actor, {
      action: 'mcp-client.revoke',
      targetId: ended.clientId,
      detail: { name: ended.name, email: ended.email },
    });
    return true;
  });
}

/** Revokes all tokens of clients that the person connected. `organizationId`: only those for this organization. */
export async function endOAuthConnections(
  database: PrismaDb,
  userId: string,
  organizationId: string | null,
): Promise<void> {
  await end(
    database,
    Prisma.sql`x.user_id = ${userId}::uuid
      AND (${organizationId}::uuid IS NULL OR x.organization_id = ${organizationId}::uuid)`,
  );
}

/**
 * Revokes the tokens of connections. Tokens that are issued at the same time are invalid as well, because their
 * connection is deleted (`findOAuthGrant`).
 */
function end(
  database: PrismaDb,
  which: Prisma.Sql,
): Promise<{ clientId: string; name: string | null; email: string | null }[]> {
  const ofGone = Prisma.sql`t.client_id = gone.client_id AND t.user_id = gone.user_id
    AND t.reference_id = gone.organization_id::text`;
  return database.$queryRaw(Prisma.sql`
    WITH gone AS (DELETE FROM oauth_connections x WHERE ${which} RETURNING x.client_id, x.user_id, x.organization_id),
      access AS (DELETE FROM oauth_access_tokens t USING gone WHERE ${ofGone}),
      refresh AS (DELETE FROM oauth_refresh_tokens t USING gone WHERE ${ofGone})
    SELECT gone.client_id AS "clientId", c.name, u.email FROM gone
    LEFT JOIN oauth_clients c ON c.client_id = gone.client_id
    LEFT JOIN users u ON u.id = gone.user_id`);
}

function ofUser(userId: string | null): Prisma.Sql {
  return userId === null ? Prisma.sql`true` : Prisma.sql`x.user_id = ${userId}::uuid`;
}

/** Returns SQL: the connection `x` has a token `t` that meets the condition. */
function hasToken(condition: Prisma.Sql): Prisma.Sql {
  const ofConnection = Prisma.sql`t.client_id = x.client_id AND t.user_id = x.user_id
    AND t.reference_id = x.organization_id::text AND ${condition}`;
  return Prisma.sql`(EXISTS (SELECT FROM oauth_refresh_tokens t WHERE ${ofConnection})
    OR EXISTS (SELECT FROM oauth_access_tokens t WHERE ${ofConnection}))`;
}

function view({ redirectUri, userId, userName, email, authorizedAt, lastUsedAt, ...row }: Row) {
  const url = URL.parse(redirectUri);
  return {
    ...row,
    redirectHost: (/^https?:$/.test(url?.protocol ?? '') ? url?.host : url?.protocol) ?? redirectUri,
    member: { id: userId, name: userName, email },
    authorizedAt: authorizedAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
