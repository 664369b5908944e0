import type { Express, Request, Response } from 'express';
import type { Logger } from '@workflow/service-runtime';
import type { Management } from '@workflow/session-store';
import { ApiError } from '../errors/api-error.ts';
import { answerError } from '../http/answers/answer.ts';
import type { UserAuthenticator } from '../http/caller.ts';
import { answerAuth } from './library/answer-auth.ts';
import type { AuthConfig } from './auth-config.ts';
import { AUTH_PATH } from './library/auth-path.ts';
import type { IngressAuth } from './library/create-auth.ts';
import { ensureFirstAdmin } from './first-admin/ensure-first-admin.ts';
import { describeAuthorizationServer } from './library/oauth/describe-authorization-server.ts';
import type { OAuthServerConfig } from './library/oauth/oauth-server-config.ts';
import { openMailer, type Mailer } from './mail.ts';
import { firstAdminMaker } from './first-admin/make-first-admin.ts';
import { sessionAuthenticator } from './library/session-authenticator.ts';
import { endpointsOf, isUsedEndpoint } from './library/used-endpoints.ts';

/** The parts of request handling that the accounts library's routes need. */
interface AccountRequests {
  /** Called first for each request. */
  observe(request: Request, response: Response): void;
  readBody(request: Request, response: Response): Promise<Buffer>;
  /** Waits for a turn of the client's network. Returns the function that ends the turn. */
  enter(request: Request): Promise<() => void>;
}

export interface Accounts {
  users: UserAuthenticator;
  makeFirstAdmin: ReturnType<typeof firstAdminMaker>;
  /** Null if the service sends no mail. */
  mailer: Mailer | null;
  /** Returns the metadata that MCP clients need to request a token (RFC 8414). */
  authorizationServer(): Promise<Record<string, unknown>>;
  /** Adds `/api/auth/*` to the app, before anything that reads bodies. */
  mount(app: Express, requests: AccountRequests): void;
  /**
   * Prepares for requests, and creates the first admin of the environment. Repeats this while PostgreSQL is
   * unavailable.
   */
  start(): Promise<void>;
  stop(): void;
}

const RETRY_MS = 1_000;

/** Opens the accounts of people for the rest of the service. */
export function openAccounts(options: {
  config: AuthConfig;
  oauthServer: OAuthServerConfig;
  publicUrl: string;
  management: Management;
  maxMembers: number;
  log: Logger;
}): Accounts {
  let loaded: Promise<IngressAuth> | undefined;
  /** The library is loaded when somebody has a cookie or signs in. Callers with keys do not need it. */
  const auth = (): Promise<IngressAuth> =>
    (loaded ??= import('./library/create-auth.ts').then(({ createAuth }) => createAuth(options)));
  const { oidc } = options.config;
  const used = endpointsOf(oidc);
  let retry: NodeJS.Timeout | undefined;
  let stopped = false;
  const logLater = (err: unknown): void =>
    options.log.warn({ err }, 'Could not end sign-ins with a password (OIDC_ONLY is set)');
  const makeFirst = async (): Promise<void> => {
    if (options.config.firstAdmin === null) return;
    try {
      const isCreated = await ensureFirstAdmin(options.management.people, options.config.firstAdmin);
      if (isCreated) options.log.info({ email: options.config.firstAdmin.email }, 'Created the first admin');
    } catch (err) {
      options.log.warn({ err }, 'Could not create the first admin yet');
      if (!stopped) retry = setTimeout(() => void makeFirst(), RETRY_MS);
    }
  };
  return {
    start: async () => {
      if (oidc?.only === true) await options.management.people.endPasswordSignIns().catch(logLater);
      // Prisma's client compiles itself in its first query, which takes longer than a caller on a loaded machine should
      // wait.
      await options.management.people.anyUser().catch(() => undefined);
      await makeFirst();
    },
    stop: () => {
      stopped = true;
      clearTimeout(retry);
      void loaded?.then(({ close }) => close());
    },
    makeFirstAdmin: firstAdminMaker(options.management.people),
    mailer: openMailer(options.config.mail, options.log),
    authorizationServer: async () => describeAuthorizationServer(await auth()),
    users: sessionAuthenticator(auth, options.management.people, { publicUrl: options.publicUrl, oidc }),
    mount: (app, { observe, ...requests }) => {
      const answer = answerAuth(auth, options.publicUrl, requests);
      app.set('trust proxy', options.config.trustedProxies);
      app.use(AUTH_PATH, (request: Request, response: Response) => {
        observe(request, response);
        if (isUsedEndpoint(used, request.method, request.originalUrl, AUTH_PATH))
          answer(request, response, request.originalUrl);
        else answerError(response, new ApiError('NOT_FOUND'));
      });
    },
  };
}
