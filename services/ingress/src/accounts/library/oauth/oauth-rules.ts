import { APIError, getSessionFromCtx } from 'better-auth/api';
import type { Management, People } from '@workflow/session-store';
import { networkOf } from '../../../http/addresses/network-of.ts';
import { SCOPES } from '../../../http/caller.ts';
import { CLIENT_ADDRESS_HEADER } from '../client-address-header.ts';
import { asRecord, type HookContext } from '../organization-rules.ts';
import { retryAfter } from '../../sign-ins/sign-in-limits.ts';
import { mcpResource, TOKEN_SCOPES } from './mcp-tokens.ts';
import { isStandIn, standInFor, withoutStandIn } from './private-schemes.ts';
import type { OAuthServerConfig } from './oauth-server-config.ts';

const HOUR_MS = 3_600_000;
/** Maximum length of the name that a client sends when it registers. */
const MAX_NAME_LENGTH = 100;
const MAX_REDIRECT_URIS = 10;

/** Returns rules that are stricter than those of the library's authorization server. */
export function oauthRules(management: Management, publicUrl: string, config: OAuthServerConfig) {
  const { people } = management;
  let stored: Promise<void> | null = null;
  /** Runs once in a process, and again after PostgreSQL was unavailable. */
  const keepSettings = async (): Promise<void> => {
    stored ??= people.storeOAuthSettings(mcpResource(publicUrl), TOKEN_SCOPES, config.clients);
    try {
      await stored;
    } catch (error) {
      stored = null;
      throw error;
    }
  };
  const prune = async (): Promise<void> => {
    await people.pruneOAuth(config.unusedClientMs);
    await people.pruneOAuthConnections();
  };
  return {
    /** Returns the values that the library gets instead of the sent ones, or null to leave them unchanged. */
    before: async (ctx: HookContext) => {
      if (!ctx.path.startsWith('/oauth2/')) return null;
      await keepSettings();
      if (ctx.path === '/oauth2/register') {
        await prune();
        await limitRegistrations(ctx, people, config);
        return { context: { body: withStandIns(withApplicationType(asRecord(ctx.body)), config) } };
      }
      if (ctx.path === '/oauth2/consent') await requireSameOrganization(ctx);
      return ctx.path === '/oauth2/authorize' ? { context: { query: withRefreshToken(asRecord(ctx.query)) } } : null;
    },
    after: async (ctx: HookContext): Promise<void> => {
      if (ctx.path === '/oauth2/register') await replaceStandIns(ctx, people);
      if (ctx.path === '/oauth2/token') await prune();
      if (ctx.path === '/oauth2/consent') await endConsent(ctx, management);
    },
  };
}

/**
 * Limits registrations.
 *
 * @throws APIError 400 for text that a person could not read, 429 above the rate or the number of clients
 */
async function limitRegistrations(ctx: HookContext, people: People, config: OAuthServerConfig): Promise<void> {
  const { client_name: name, redirect_uris: uris } = asRecord(ctx.body);
  if (typeof name === 'string' && name.length > MAX_NAME_LENGTH)
    throw refusal(
      'BAD_REQUEST',
      'invalid_client_metadata',
      `client_name must have at most ${MAX_NAME_LENGTH} characters`,
    );
  if (Array.isArray(uris) && uris.length > MAX_REDIRECT_URIS)
    throw refusal('BAD_REQUEST', 'invalid_redirect_uri', `redirect_uris must have at most ${MAX_REDIRECT_URIS} items`);
  const network = networkOf(ctx.headers?.get(CLIENT_ADDRESS_HEADER) ?? 'unknown');
  const attempt = await people.takeAttempt(`oauth-register|${network}`, config.registrationsPerHour, HOUR_MS);
  if (!attempt.allowed)
    throw refusal('TOO_MANY_REQUESTS', 'temporarily_unavailable', 'Too many clients registered from this address', {
      'Retry-After': retryAfter(attempt.retryAfterMs),
    });
  if ((await people.countOAuthClients()) >= config.maxClients)
    throw refusal('TOO_MANY_REQUESTS', 'temporarily_unavailable', 'Too many clients are registered', {
      'Retry-After': retryAfter(config.unusedClientMs),
    });
}

/**
 * Marks a client that does not name its kind as native if its redirect is not a website: it runs on its person's
 * computer. Clients of older revisions name no kind, and would be refused as websites.
 */
function withApplicationType(body: Record<string, unknown>): Record<string, unknown> {
  const { application_type: type, redirect_uris: uris } = body;
  const isLocal = Array.isArray(uris) && uris.every((uri) => !String(uri).startsWith('https:'));
  return type === undefined && isLocal ? { ...body, application_type: 'native' } : body;
}

/**
 * Replaces private schemes by stand-ins. Nobody may register a stand-in directly, because its hidden URI would not have
 * been checked.
 */
function withStandIns(body: Record<string, unknown>, { redirectSchemes }: OAuthServerConfig): Record<string, unknown> {
  const { redirect_uris: uris } = body;
  if (!Array.isArray(uris)) return body;
  if (uris.some((uri) => typeof uri === 'string' && isStandIn(uri)))
    throw refusal('BAD_REQUEST', 'invalid_redirect_uri', 'redirect_uris must not have this scheme');
  return { ...body, redirect_uris: uris.map((uri: unknown) => standInFor(redirectSchemes, uri)) };
}

async function replaceStandIns(ctx: HookContext, people: People): Promise<void> {
  const registered = asRecord(ctx.context.returned);
  const { client_id: clientId, redirect_uris: uris } = registered;
  if (typeof clientId !== 'string' || !Array.isArray(uris) || !uris.some((uri) => isStandIn(String(uri)))) return;
  const redirectUris = uris.map((uri) => withoutStandIn(String(uri)));
  await people.setOAuthRedirectUris(clientId, redirectUris);
  registered['redirect_uris'] = redirectUris;
}

/**
 * Requests a refresh token for a client that uses them, even if it names only the scopes of the challenge, as older
 * revisions do. Other clients get none, whatever their scopes.
 */
function withRefreshToken(query: Record<string, unknown>): Record<string, unknown> {
  const { scope } = query;
  if (typeof scope !== 'string' || scope.split(' ').includes('offline_access')) return query;
  return { ...query, scope: `${scope} offline_access` };
}

/**
 * Requires that the person agrees for the organization that the page showed, because another page may have changed it.
 * @throws APIError 409
 */
async function requireSameOrganization(ctx: HookContext): Promise<void> {
  const { accept, organization_id: shown } = asRecord(ctx.body);
  if (accept !== true) return;
  const session = await getSessionFromCtx(ctx);
  if (session === null || shown === asRecord(session.session)['activeOrganizationId']) return;
  throw refusal('CONFLICT', 'invalid_request', 'Another organization is active now; load the page again');
}

/**
 * Ends the consent after the code was issued, so that the next request asks again: every program on a computer can
 * claim to be this client.
 */
async function endConsent(ctx: HookContext, management: Management): Promise<void> {
  const { people } = management;
  const { oauth_query: query, accept, scope: agreed } = asRecord(ctx.body);
  const session = await getSessionFromCtx(ctx);
  const requested = new URLSearchParams(typeof query === 'string' ? query : '');
  const clientId = requested.get('client_id');
  if (session === null || clientId === null) return;
  await people.forgetOAuthConsent(session.user.id, clientId);
  const organizationId = asRecord(session.session)['activeOrganizationId'];
  if (accept !== true || typeof organizationId !== 'string') return;
  const { id, email: name } = session.user;
  const scopes = typeof agreed === 'string' ? agreed : (requested.get('scope') ?? '');
  const entry = {
    action: 'mcp-client.authorize',
    targetType: 'mcp-client',
    targetId: clientId,
    detail: { name: await people.readOAuthClientName(clientId), scopes: requested.get('scope') },
  };
  const connection = {
    organizationId,
    userId: id,
    clientId,
    redirectUri: requested.get('redirect_uri') ?? '',
    scopes: SCOPES.filter((scope) => scopes.split(' ').includes(scope)),
  };
  await people.storeOAuthConnection(connection, { actor: { type: 'user', id, name }, entry });
}

function refusal(
  status: 'BAD_REQUEST' | 'CONFLICT' | 'TOO_MANY_REQUESTS',
  error: string,
  description: string,
  headers: Record<string, string> = {},
): APIError {
  return new APIError(status, { error, error_description: description, message: description }, headers);
}
