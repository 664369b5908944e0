import { randomUUID } from 'node:crypto';
import type { Auth } from 'better-auth';
// This entry lacks the query builder that other adapters need, so a service loads 250 modules fewer when it starts.
import { betterAuth } from 'better-auth/minimal';
import { prismaAdapter } from 'better-auth/adapters/prisma';
import { twoFactor } from 'better-auth/plugins/two-factor';
import type { Logger } from '@workflow/service-runtime';
import { timeOrderedId, type Management } from '@workflow/session-store';
import { accountHooks } from './account-hooks.ts';
import { CLIENT_ADDRESS_HEADER } from './client-address-header.ts';
import type { AuthConfig } from '../auth-config.ts';
import { authorizationServer } from './oauth/authorization-server.ts';
import { oauthRules } from './oauth/oauth-rules.ts';
import type { OAuthServerConfig } from './oauth/oauth-server-config.ts';
import { openIssuerParts } from './issuer/issuer-parts.ts';
import { sessionHooks } from './session-hooks.ts';
import { AUTH_PATH, AUTHORIZE_PAGE } from './auth-path.ts';
import { libraryLog } from './library-log.ts';
import { lastAdminRefusal, organizations } from './organizations.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../passwords/password-length.ts';
import { trustedOrigins } from '../../http/addresses/trusted-origin.ts';

const DAY_SECONDS = 86_400;
const MINUTE_SECONDS = 60;

/**
 * Maximum number of wrong current passwords from one IP address in a minute, so that somebody who finds an open page
 * cannot guess the password.
 */
const MAX_PASSWORD_CHANGES_PER_MINUTE = 5;
/** Maximum number of codes of second factors from one IP address in a minute. */
const MAX_CODES_PER_MINUTE = 60;
/** The lock after failed second factors. NIST SP 800-63B §3.2.2 allows 100 failures in a row. */
const SECOND_FACTOR_LOCK = { enabled: true, maxFailedAttempts: 10, durationSeconds: 15 * MINUTE_SECONDS };

export type IngressAuth = Pick<Auth, 'handler' | '$context'> & {
  /** Closes the connections to the issuer. */
  close(): Promise<void>;
  api: {
    getSession(input: { headers: Headers; query?: { disableRefresh?: boolean } }): Promise<SignedIn | null>;
    getOAuthServerConfig(): Promise<Record<string, unknown>>;
  };
};

/** A valid cookie session and its user. */
export interface SignedIn {
  session: {
    id: string;
    activeOrganizationId?: string | null;
    createdAt: Date;
    /** The way of the sign-in: `password`, `oidc`, or `link` for a link of the operator. */
    way: string;
  };
  user: { id: string; email: string; name: string; emailVerified: boolean; twoFactorEnabled?: boolean | null };
}

interface AuthOptions {
  config: AuthConfig;
  oauthServer: OAuthServerConfig;
  publicUrl: string;
  management: Management;
  /** Maximum number of members and open invitations of an organization. */
  maxMembers: number;
  log: Pick<Logger, 'info' | 'warn' | 'error' | 'debug'>;
}

/** Creates the library for accounts, cookie sessions, organizations, members and invitations (docs/decisions/0030). */
export function createAuth({ config, oauthServer, publicUrl, management, maxMembers, log }: AuthOptions): IngressAuth {
  const { people } = management;
  const { plugins, account, rates, close } = openIssuerParts(config, { people, publicUrl, log });
  const sessionLifetimeMs = Math.min(config.sessionLifetimeMs, config.sessionMaxLifetimeMs);
  const isHttps = publicUrl.startsWith('https:');
  const auth = betterAuth({
    appName: 'Workflow automation',
    baseURL: publicUrl,
    basePath: AUTH_PATH,
    secret: config.secret,
    database: prismaAdapter(management.databaseOfAccounts(lastAdminRefusal), {
      provider: 'postgresql',
      transaction: true,
    }),
    trustedOrigins: (request) => trustedOrigins(publicUrl, request?.headers.get('host')),
    telemetry: { enabled: false },
    logger: { level: 'warn', log: libraryLog(log) },
    // Refusals are answers. Without this the library would print each on the console.
    onAPIError: {
      // The page for an authorization whose client or redirect URI is invalid. The browser is not redirected elsewhere.
      errorURL: publicUrl + AUTHORIZE_PAGE,
      onError: (err) => {
        if (!isRefusal(err)) log.error({ err, part: 'accounts' }, 'A request to the accounts library failed');
      },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
    },
    session: {
      modelName: 'authSession',
      expiresIn: Math.floor(sessionLifetimeMs / 1_000),
      updateAge: Math.min(DAY_SECONDS, Math.floor(sessionLifetimeMs / 2_000)),
      additionalFields: { way: { type: 'string', input: false, required: false, defaultValue: 'password' } },
    },
    account,
    // `throttleSignIn` counts failed sign-ins. This window prevents that the library deletes its rows.
    rateLimit: {
      enabled: true,
      storage: 'database',
      window: 10,
      max: 100,
      customRules: {
        '/get-session': false,
        '/sign-in/email': {
          window: Math.ceil(Math.max(config.signInWindowMs, config.signInAccountWindowMs) / 1_000),
          max: 1_000_000,
        },
        // Guesses of second factors have a separate lock (`accountLockout`). People who share an IP address share this
        // limit.
        '/two-factor/verify-*': { window: MINUTE_SECONDS, max: MAX_CODES_PER_MINUTE },
        '/two-factor/*': { window: MINUTE_SECONDS, max: MAX_PASSWORD_CHANGES_PER_MINUTE },
        ...rates,
        '/change-password': { window: MINUTE_SECONDS, max: MAX_PASSWORD_CHANGES_PER_MINUTE },
      },
    },
    advanced: {
      // An invitation's id permits joining, so it has 122 random bits and contains no time.
      database: { generateId: ({ model }) => (model === 'invitation' ? randomUUID() : timeOrderedId()) },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      useSecureCookies: isHttps,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure: isHttps },
      // By default the library skips the check if NODE_ENV is `test`.
      disableOriginCheck: false,
    },
    databaseHooks: { session: sessionHooks(people, config) },
    hooks: accountHooks(management, { config, publicUrl }, log, oauthRules(management, publicUrl, oauthServer)),
    plugins: [
      twoFactor({ issuer: new URL(publicUrl).host, accountLockout: SECOND_FACTOR_LOCK }),
      organizations(config, maxMembers),
      authorizationServer(publicUrl, oauthServer),
      ...plugins,
    ],
  });
  return Object.assign(auth as unknown as IngressAuth, { close });
}

/** Returns true for errors that the library's router throws for an invalid media type or body. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'statusCode' in error && Number(error.statusCode) < 500;
}
