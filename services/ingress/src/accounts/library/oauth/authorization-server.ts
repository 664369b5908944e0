import { oauthProvider } from '@better-auth/oauth-provider';
import type { BetterAuthPlugin } from 'better-auth';
import { AUTHORIZE_PAGE } from '../auth-path.ts';
import { ACCESS_TOKEN_PREFIX, hashToken, TOKEN_SCOPES } from './mcp-tokens.ts';
import type { OAuthServerConfig } from './oauth-server-config.ts';

const MINUTE_SECONDS = 60;
/** The limit for each IP address. People in one office share an IP address. */
const MAX_TOKENS_PER_MINUTE = 120;

/**
 * Creates an authorization server for MCP clients (docs/decisions/0280): authorization codes with PKCE, and tokens that
 * PostgreSQL stores, so that a revoked token ends immediately. Each token belongs to the organization that the person
 * chose. The types of the two packages differ with `exactOptionalPropertyTypes`.
 */
export function authorizationServer(publicUrl: string, config: OAuthServerConfig): BetterAuthPlugin {
  const plugin = oauthProvider({
    loginPage: publicUrl + AUTHORIZE_PAGE,
    consentPage: publicUrl + AUTHORIZE_PAGE,
    scopes: TOKEN_SCOPES,
    grantTypes: ['authorization_code', 'refresh_token'],
    // A token is looked up with each request anyway, to check the person's membership.
    disableJwtPlugin: true,
    storeTokens: { hash: (token) => Promise.resolve(hashToken(token)) },
    prefix: { opaqueAccessToken: ACCESS_TOKEN_PREFIX, refreshToken: 'wfr_', clientSecret: 'wfs_' },
    accessTokenExpiresIn: config.tokenLifetimeMs / 1_000,
    refreshTokenExpiresIn: config.refreshLifetimeMs / 1_000,
    allowDynamicClientRegistration: config.maxClients > 0,
    allowUnauthenticatedClientRegistration: config.maxClients > 0,
    // There is one resource, which all clients use. `oauthRules` creates its row, so that the start needs no database.
    enforcePerClientResources: false,
    clientPrivileges: () => false,
    resourcePrivileges: () => false,
    rateLimit: {
      register: false,
      token: { window: MINUTE_SECONDS, max: MAX_TOKENS_PER_MINUTE },
      authorize: { window: MINUTE_SECONDS, max: MAX_TOKENS_PER_MINUTE },
      revoke: { window: MINUTE_SECONDS, max: MAX_TOKENS_PER_MINUTE },
    },
    postLogin: {
      page: publicUrl + AUTHORIZE_PAGE,
      shouldRedirect: ({ session }) => typeof session['activeOrganizationId'] !== 'string',
      consentReferenceId: ({ session }) => {
        const organizationId = session['activeOrganizationId'];
        return typeof organizationId === 'string' ? organizationId : undefined;
      },
    },
  });
  return plugin as unknown as BetterAuthPlugin;
}
