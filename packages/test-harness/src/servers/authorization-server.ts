import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Provider from 'oidc-provider';

/** The only client that the server accepts. */
export const OAUTH_CLIENT = { clientId: 'workflows', clientSecret: 'planted-client-secret-of-the-test' };

/** A request for tokens and the status of its answer. */
interface TokenRequest {
  grant: string;
  refreshToken: string | null;
  verifier: string | null;
  resource: string | null;
  /** How the client authenticated: in a header, in the body, or not at all. */
  authentication: 'header' | 'body' | 'none';
  clientId: string | null;
  status: number;
  body: { access_token?: string; refresh_token?: string; error?: string };
}

export interface AuthorizationServerOptions {
  redirectUri: string;
  /** Lifetime of access tokens in seconds. */
  lifeSeconds?: number;
  /** The method with which the client must authenticate. */
  clientSignIn?: 'client_secret_basic' | 'client_secret_post';
  /** The only method that the server accepts, of clients that register themselves. Its own client cannot be used. */
  onlyMethod?: 'client_secret_basic' | 'client_secret_post' | 'none';
  /** Clients may register themselves, and name the resource that a token is for. */
  isOpen?: boolean;
}

type Gate = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/** An authorization server on this machine (oidc-provider). On its pages anyone can sign in with any name. */
export interface AuthorizationServer {
  readonly url: string;
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  /** The requests for tokens so far. */
  readonly log: TokenRequest[];
  /** Called before each request for tokens. Returns true to continue, or false if it answered the request itself. */
  gate: Gate | null;
  /** Returns true if the server issued the token and still accepts it. */
  knows(accessToken: string): Promise<boolean>;
  /** Makes an access token invalid. */
  forget(accessToken: string): Promise<void>;
  /** Revokes the consent that the refresh token belongs to. */
  revoke(refreshToken: string): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the server. Refresh tokens are rotated: using an old one revokes the whole grant (RFC 9700 §4.14.2). */
export async function startAuthorizationServer(options: AuthorizationServerOptions): Promise<AuthorizationServer> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = await openProvider(url, options);
  const log: TokenRequest[] = [];
  logTokens(provider, log);
  const answer = provider.callback();
  const authorization: AuthorizationServer = {
    url,
    authorizationUrl: `${url}/auth`,
    tokenUrl: `${url}/token`,
    log,
    gate: null,
    knows: async (token) => (await findToken(provider, token)) !== undefined,
    forget: async (token) => void (await findToken(provider, token))?.destroy(),
    revoke: async (refreshToken) => {
      const token = await provider.RefreshToken.find(refreshToken);
      if (token?.grantId === undefined) throw new Error('The server knows no such refresh token');
      await (await provider.Grant.find(token.grantId))?.destroy();
    },
    stop: () => stop(server),
  };
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const passed = request.url === '/token' ? authorization.gate?.(request, response) : undefined;
    void Promise.resolve(passed ?? true).then((isOpen) => (isOpen ? answer(request, response) : undefined));
  });
  return authorization;
}

async function openProvider(
  url: string,
  { redirectUri, lifeSeconds = 3_600, clientSignIn, onlyMethod, isOpen = false }: AuthorizationServerOptions,
): Promise<Provider> {
  // Imported here, because only a few files need it.
  const { default: OidcProvider } = await import('oidc-provider');
  return new OidcProvider(url, {
    clients:
      onlyMethod === undefined
        ? [
            {
              client_id: OAUTH_CLIENT.clientId,
              client_secret: OAUTH_CLIENT.clientSecret,
              redirect_uris: [redirectUri],
              grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
              response_types: ['code'],
              token_endpoint_auth_method: clientSignIn ?? 'client_secret_basic',
            },
          ]
        : [],
    ...(onlyMethod !== undefined && { clientAuthMethods: [onlyMethod] }),
    scopes: ['openid', 'offline_access', 'api'],
    features: {
      clientCredentials: { enabled: true },
      registration: { enabled: isOpen },
      resourceIndicators: {
        enabled: isOpen,
        // Without the parameter there is no token for the resource.
        useGrantedResource: () => Promise.resolve(false),
        getResourceServerInfo: (_context, resource) => ({
          scope: 'api',
          audience: resource,
          accessTokenFormat: 'opaque',
        }),
      },
    },
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: () => Promise.resolve(true),
    ttl: { AccessToken: lifeSeconds, ClientCredentials: lifeSeconds },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    cookies: { keys: ['a key for the cookies of a test'] },
  });
}

function logTokens(provider: Provider, log: TokenRequest[]): void {
  provider.use(async (context, next) => {
    await next();
    if (context.path !== '/token') return;
    const params = (context.oidc?.params ?? {}) as Record<string, string | undefined>;
    log.push({
      grant: params['grant_type'] ?? '',
      refreshToken: params['refresh_token'] ?? null,
      verifier: params['code_verifier'] ?? null,
      resource: params['resource'] ?? null,
      authentication: authenticationOf(context.headers.authorization, context.oidc?.body),
      clientId: context.oidc?.client?.clientId ?? null,
      status: context.status,
      body: context.body as TokenRequest['body'],
    });
  });
}

function authenticationOf(header: string | undefined, body: unknown): TokenRequest['authentication'] {
  if (header?.startsWith('Basic ') === true) return 'header';
  return (body as { client_secret?: unknown } | undefined)?.client_secret === undefined ? 'none' : 'body';
}

async function findToken(provider: Provider, token: string) {
  return (await provider.AccessToken.find(token)) ?? (await provider.ClientCredentials.find(token));
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}
