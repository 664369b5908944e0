import { randomUUID } from 'node:crypto';
import { betterAuth, type Auth } from 'better-auth';
import { prismaAdapter } from 'better-auth/adapters/prisma';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import { organization } from 'better-auth/plugins/organization';
import { adminAc, memberAc } from 'better-auth/plugins/organization/access';
import { v7 as uuidv7 } from 'uuid';
import type { Logger } from '@workflow/service-runtime';
import type { Management } from '@workflow/session-store';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, type AuthConfig } from './auth-config.ts';
import { auditPeople } from './audit-people.ts';
import { asRecord, refuseInvitationsToMembers, refuseUnknownRolesAndIds } from './organization-rules.ts';
import { networkOf, signInThrottle } from './sign-in-throttle.ts';
import { trustedOrigins } from './trusted-origin.ts';

export const AUTH_PATH = '/api/auth';
/** Set by `answerAuth` from the connection, whatever the client sent under this name. */
export const CLIENT_ADDRESS_HEADER = 'x-workflow-client-address';

const DAY_SECONDS = 86_400;
const MINUTE_SECONDS = 60;

/** Tries to name the present password within a minute, from one address: whoever found a page open must not guess it. */
const MAX_PASSWORD_CHANGES_PER_MINUTE = 5;

export type IngressAuth = Pick<Auth, 'handler' | '$context'> & {
  api: { getSession(input: { headers: Headers; query?: { disableRefresh?: boolean } }): Promise<SignedIn | null> };
};

/** A living cookie session and its user. */
export interface SignedIn {
  session: { id: string; activeOrganizationId?: string | null };
  user: { id: string; email: string; name: string };
}

export interface AuthOptions {
  config: AuthConfig;
  publicUrl: string;
  management: Management;
  log: Pick<Logger, 'info' | 'warn' | 'error' | 'debug'>;
}

/** Accounts, cookie sessions, organizations, members and invitations (docs/decisions/0030). */
export function createAuth({ config, publicUrl, management, log }: AuthOptions): IngressAuth {
  const { people } = management;
  const throttle = signInThrottle(people, config);
  const isHttps = publicUrl.startsWith('https:');
  const auth = betterAuth({
    appName: 'Workflow automation',
    baseURL: publicUrl,
    basePath: AUTH_PATH,
    secret: config.secret,
    database: prismaAdapter(people.database, { provider: 'postgresql', transaction: true }),
    trustedOrigins: (request) => trustedOrigins(publicUrl, request?.headers.get('host')),
    telemetry: { enabled: false },
    logger: { level: 'warn', log: (level, message) => log[level]({ part: 'accounts' }, message) },
    // Refusals are answers; the library would print each on the console.
    onAPIError: {
      onError: (err) => {
        if (!(err instanceof APIError) || err.statusCode >= 500) log.error({ err, part: 'accounts' }, 'an accounts request failed');
      },
    },
    emailAndPassword: { enabled: true, disableSignUp: true, minPasswordLength: MIN_PASSWORD_LENGTH, maxPasswordLength: MAX_PASSWORD_LENGTH },
    session: { modelName: 'authSession', expiresIn: Math.floor(config.sessionLifetimeMs / 1_000), updateAge: Math.min(DAY_SECONDS, Math.floor(config.sessionLifetimeMs / 2_000)) },
    // Failed sign-ins are counted by signInThrottle; the window here keeps its rows from being pruned.
    rateLimit: {
      enabled: true,
      storage: 'database',
      window: 10,
      max: 100,
      customRules: {
        '/get-session': false,
        '/sign-in/email': { window: Math.ceil(config.signInWindowMs / 1_000), max: 1_000_000 },
        '/change-password': { window: MINUTE_SECONDS, max: MAX_PASSWORD_CHANGES_PER_MINUTE },
      },
    },
    advanced: {
      // Invitation ids are what joining needs: 122 random bits and no time in them.
      database: { generateId: ({ model }) => (model === 'invitation' ? randomUUID() : uuidv7()) },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      useSecureCookies: isHttps,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure: isHttps },
      // The library would skip the check by itself where NODE_ENV is `test`.
      disableOriginCheck: false,
    },
    databaseHooks: {
      session: {
        create: { before: async (session) => ({ data: { ...session, activeOrganizationId: await people.findHomeOrganization(session.userId) } }) },
      },
    },
    hooks: {
      before: createAuthMiddleware(async (ctx) => {
        refuseUnknownRolesAndIds(ctx);
        await refuseInvitationsToMembers(ctx, people);
        if (ctx.path === '/sign-in/email') await throttle.begin(addressOf(ctx.headers), emailOf(ctx.body));
        // A password is changed because somebody else may know it: whoever signed in with it is out.
        if (ctx.path === '/change-password') return { context: { body: { ...asRecord(ctx.body), revokeOtherSessions: true } } };
      }),
      after: createAuthMiddleware(async (ctx) => {
        await auditPeople(ctx, management);
        if (ctx.path === '/sign-in/email' && !(ctx.context.returned instanceof Error)) {
          await throttle.succeeded(addressOf(ctx.headers), emailOf(ctx.body));
        }
      }),
    },
    plugins: [
      organization({
        creatorRole: 'admin',
        roles: { admin: adminAc, member: memberAc },
        disableOrganizationDeletion: true,
        invitationExpiresIn: Math.floor(config.invitationLifetimeMs / 1_000),
        cancelPendingInvitationsOnReInvite: true,
        // There is no mail to verify: whoever was given the unguessable id by an admin may join.
        requireEmailVerificationOnInvitation: false,
      }),
    ],
  });
  return auth as unknown as IngressAuth;
}

function addressOf(headers: Headers | undefined): string {
  return networkOf(headers?.get(CLIENT_ADDRESS_HEADER) ?? 'unknown');
}

const MAX_EMAIL_LENGTH = 320;

function emailOf(body: unknown): string {
  const email = asRecord(body)['email'];
  return typeof email === 'string' ? email.toLowerCase().slice(0, MAX_EMAIL_LENGTH) : '';
}
