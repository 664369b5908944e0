import type { IncomingMessage } from 'node:http';
import { callerKeyKind, type OAuthGrant } from '@workflow/session-store';
import { accessTokenHash, DEFAULT_MCP_SCOPES, mcpResource } from '../accounts/library/oauth/mcp-tokens.ts';
import type { OidcConfig } from '../accounts/oidc/oidc-config.ts';
import type { AppContext } from '../context.ts';
import { ApiError } from '../errors/api-error.ts';
import { SCOPES, type Caller, type Scope } from '../http/caller.ts';
import { mayCallMcp } from '../http/addresses/mcp-client-pages.ts';
import { isFromTrustedOrigin } from '../http/addresses/trusted-origin.ts';
import { apiKeyCaller, apiKeyOf } from '../http/routing/authenticate.ts';

/** The path of the resource metadata, which ends with the path of the resource (RFC 9728 §3.1). */
export const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource/mcp';

/** The sender of an MCP request, and its permissions. */
interface McpCaller {
  caller: Caller;
  scopes: readonly Scope[];
}

/**
 * Authenticates an API key, in `x-api-key` or as a bearer token, or an OAuth access token. Pages of this computer and
 * of CORS_ORIGINS may send either. A page of another site is refused, because its name may be rebound to this address.
 * @throws ApiError UNTRUSTED_ORIGIN; UNAUTHORIZED without either or with a token that is not valid here, with the URL
 * for getting one; PERMISSION_DENIED for an unknown, deleted or expired key, SECOND_FACTOR_REQUIRED
 */
export async function authenticateMcp(context: AppContext, request: IncomingMessage): Promise<McpCaller> {
  const { headers } = request;
  const { publicUrl } = context.config;
  const { corsOrigins } = context.config.http;
  if (
    headers.origin !== undefined &&
    !isFromTrustedOrigin(publicUrl, headers) &&
    !mayCallMcp(corsOrigins, headers.origin)
  )
    throw new ApiError('UNTRUSTED_ORIGIN');
  const key = apiKeyOf(request);
  if (key !== undefined) return keyCaller(context, key);
  const bearer = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
  if (bearer === undefined) throw unauthorized(publicUrl, '');
  if (callerKeyKind(bearer) === 'api-key') return keyCaller(context, bearer);
  const person = await tokenCaller(context, bearer);
  if (person === null) throw unauthorized(publicUrl, 'error="invalid_token", ');
  return person;
}

async function keyCaller(context: AppContext, key: string): Promise<McpCaller> {
  const caller = await apiKeyCaller(context, key);
  context.lastUsed.apiKey(caller.id);
  return { caller, scopes: caller.scopes as Scope[] };
}

/**
 * Returns null if the token is not valid, or not for this resource, or its person is no longer a member of its
 * organization. The permissions are read with each request.
 */
async function tokenCaller(context: AppContext, token: string): Promise<McpCaller | null> {
  const { people } = context.store.management;
  const hash = accessTokenHash(token);
  const grant = hash === null ? null : await people.findOAuthGrant(hash);
  if (grant === null || !grant.resources.includes(mcpResource(context.config.publicUrl))) return null;
  const { userId: id, email, organizationId, connectionId } = grant;
  const { role, secondFactorRequired } = await people.findMembership(id, organizationId);
  if (role !== 'admin' && role !== 'member') return null;
  const byIssuer = isByIssuer(grant, context.config.auth.oidc);
  if (byIssuer && !isConfirmed(grant, context.config.auth.oidc)) return null;
  if (secondFactorRequired && !grant.hasSecondFactor && !byIssuer) throw new ApiError('SECOND_FACTOR_REQUIRED');
  context.lastUsed.connection(connectionId);
  const scopes = SCOPES.filter((scope) => grant.scopes.includes(scope));
  return { caller: { kind: 'user', organizationId, id, email, role }, scopes };
}

/** Returns true if the person can sign in only at the issuer. */
function isByIssuer({ confirmedAt, hasPassword }: OAuthGrant, oidc: OidcConfig | null): boolean {
  return confirmedAt !== null && (oidc?.only === true || !hasPassword);
}

/**
 * Returns true if the person's last sign-in at the issuer would still be valid. An application may act for a person
 * only that long.
 */
function isConfirmed({ confirmedAt }: OAuthGrant, oidc: OidcConfig | null): boolean {
  return confirmedAt !== null && oidc !== null && confirmedAt.getTime() + oidc.sessionMs > Date.now();
}

function unauthorized(publicUrl: string, error: string): ApiError {
  const metadata = publicUrl + RESOURCE_METADATA_PATH;
  const challenge = `Bearer ${error}resource_metadata="${metadata}", scope="${DEFAULT_MCP_SCOPES.join(' ')}"`;
  return new ApiError('UNAUTHORIZED', { headers: { 'WWW-Authenticate': challenge } });
}
