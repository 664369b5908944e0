import { generateKeyPair, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import type Provider from 'oidc-provider';

/** The only client that the identity provider accepts. */
export const OIDC_CLIENT = { clientId: 'workflows', clientSecret: 'planted-client-secret-of-the-issuer' };

type Claims = Record<string, unknown>;

export interface IdentityProvider {
  readonly url: string;
  /** The claims of each person, by the name that they sign in with. */
  readonly people: Map<string, Claims>;
  /** Paths of the requests so far. */
  readonly requests: string[];
  /** Called before each request. Returns false if it answered the request itself. */
  gate: ((request: IncomingMessage, response: ServerResponse) => Promise<boolean>) | null;
  /** Changes the answer of the token endpoint. An ID token is signed again by `signed`. */
  changeTokens: ((body: Claims, signed: (change: (claims: Claims) => Claims) => string) => Claims) | null;
  /** Replaces the key that signs, and forgets the former one. `kid` names the new key; by default it is a new name. */
  rotateKey(kid?: string): Promise<void>;
  stop(): Promise<void>;
}

interface SigningKey {
  kid: string;
  pem: string;
  jwk: Claims;
}

/**
 * Starts an identity provider on this machine (oidc-provider). People sign in on its pages with their name and any
 * password, and have consented to everything.
 */
export async function startIdentityProvider({ redirectUri }: { redirectUri: string }): Promise<IdentityProvider> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people = new Map<string, Claims>();
  let key = await newKey(randomUUID());
  const open = async () => (await openProvider(url, redirectUri, { people, key, identity: () => identity })).callback();
  const identity: IdentityProvider = {
    url,
    people,
    requests: [],
    gate: null,
    changeTokens: null,
    rotateKey: async (kid = randomUUID()) => {
      key = await newKey(kid);
      answer = await open();
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  let answer = await open();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    identity.requests.push((request.url ?? '').split('?', 1)[0] ?? '');
    const passed = Promise.resolve(identity.gate?.(request, response) ?? true);
    void passed.then((isOpen) => (isOpen ? answer(request, response) : undefined));
  });
  return identity;
}

/** The key is computed in another thread, because it may take as long as the loop of an ingress may stand still. */
async function newKey(kid: string): Promise<SigningKey> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2_048 });
  const jwk = { ...privateKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' };
  return { kid, pem: privateKey.export({ format: 'pem', type: 'pkcs8' }), jwk };
}

interface ProviderParts {
  people: Map<string, Claims>;
  key: SigningKey;
  identity: () => IdentityProvider;
}

async function openProvider(url: string, redirectUri: string, parts: ProviderParts): Promise<Provider> {
  const { people, key, identity } = parts;
  // Imported here, because only a few files need it.
  const { default: OidcProvider } = await import('oidc-provider');
  const provider = new OidcProvider(url, {
    clients: [
      {
        client_id: OIDC_CLIENT.clientId,
        client_secret: OIDC_CLIENT.clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    jwks: { keys: [key.jwk as never] },
    scopes: ['openid', 'email', 'profile'],
    claims: { openid: ['sub', 'realm_access', 'groups'], email: ['email', 'email_verified'], profile: ['name'] },
    pkce: { required: () => true },
    ttl: { AccessToken: 600, IdToken: 600, Session: 3_600, Grant: 3_600, Interaction: 600 },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ ...people.get(id), sub: id }) }),
    loadExistingGrant: async (context) => {
      const grant = new context.oidc.provider.Grant({
        clientId: context.oidc.client?.clientId ?? '',
        accountId: context.oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    cookies: { keys: ['a key for the cookies of a test'] },
  });
  provider.use(async (context, next) => {
    await next();
    const { changeTokens } = identity();
    if (context.path !== '/token' || context.status !== 200 || changeTokens === null) return;
    const body = context.body as Claims;
    context.body = changeTokens(body, (change) => signAgain(String(body['id_token']), change, key));
  });
  return provider;
}

function signAgain(token: string, change: (claims: Claims) => Claims, { kid, pem }: SigningKey): string {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Claims;
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${encode({ alg: 'RS256', typ: 'JWT', kid })}.${encode(change(claims))}`;
  return `${signed}.${sign('sha256', Buffer.from(signed), pem).toString('base64url')}`;
}
