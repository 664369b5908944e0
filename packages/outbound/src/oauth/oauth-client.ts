import type { HttpClient } from '../http/http-client.ts';
import * as oauth from 'oauth4webapi';
import { guardedFetch } from './guarded-fetch.ts';
import type { ClientSignIn, OAuthServer, TokenOutcome } from './tokens.ts';
import { errorNameOf, isClientUnknown, outcomeOf, reasonOf, tokensOf } from './token-outcome.ts';

/** A sign-in in a browser that was begun. */
export interface BegunSignIn {
  state: string;
  /** PKCE (RFC 7636): proves that the client that requests the tokens began the sign-in. */
  verifier: string;
  redirectUri: string;
}

export type OAuthClient = ReturnType<typeof createOAuthClient>;

/** @param timeoutMs the timeout of one request for tokens, including the second way of authenticating the client */
export function createOAuthClient(http: HttpClient, timeoutMs: number) {
  type Ask = (parts: LibraryParts, signIn: oauth.ClientAuth) => Promise<oauth.TokenEndpointResponse>;

  /** Servers accept the client's secret in a header, as RFC 6749 §2.3.1 requires, or only in the body. */
  async function request(server: OAuthServer, known: ClientSignIn | null, ask: Ask): Promise<TokenOutcome> {
    const signal = AbortSignal.timeout(timeoutMs);
    const parts = partsOf(server, http, signal);
    const ways = waysOf(server, known);
    let first: unknown;
    for (const way of ways)
      try {
        const answer = await ask(parts, SIGN_INS[way](server.clientSecret));
        return { kind: 'tokens', tokens: tokensOf(answer, way) };
      } catch (error) {
        first ??= error;
        if (!isClientUnknown(errorNameOf(error))) break;
      }
    return outcomeOf(first, new URL(server.tokenUrl).host, signal);
  }

  return {
    /** @param known how the client authenticated before, or null if it never did */
    refresh: (server: OAuthServer, refreshToken: string, known: ClientSignIn | null) =>
      request(server, known, async ({ as, client, options }, signIn) =>
        oauth.processRefreshTokenResponse(
          as,
          client,
          await oauth.refreshTokenGrantRequest(as, client, signIn, refreshToken, options),
        ),
      ),
    clientCredentials: (server: OAuthServer, known: ClientSignIn | null) =>
      request(server, known, async ({ as, client, options }, signIn) =>
        oauth.processClientCredentialsResponse(
          as,
          client,
          await oauth.clientCredentialsGrantRequest(
            as,
            client,
            signIn,
            { ...scopeOf(server), ...resourceOf(server) },
            options,
          ),
        ),
      ),
    /** @param answered the parameters with which the server redirected the browser */
    exchangeCode: async (
      server: OAuthServer,
      answered: URLSearchParams,
      begun: BegunSignIn,
    ): Promise<TokenOutcome | { kind: 'denied'; reason: string }> => {
      // The issuer's name for itself is known only if it was discovered. The state belongs to one credential.
      const { issuer = answered.get('iss') ?? server.tokenUrl, namesIssuer = false } = server.discovered ?? {};
      const as = {
        issuer,
        token_endpoint: server.tokenUrl,
        authorization_response_iss_parameter_supported: namesIssuer,
      };
      let checked: URLSearchParams;
      try {
        checked = oauth.validateAuthResponse(as, { client_id: server.clientId }, answered, begun.state);
      } catch (error) {
        return { kind: 'denied', reason: deniedReason(error) };
      }
      return request(server, null, async ({ client, options }, signIn) =>
        oauth.processAuthorizationCodeResponse(
          as,
          client,
          await oauth.authorizationCodeGrantRequest(
            as,
            client,
            signIn,
            checked,
            begun.redirectUri,
            begun.verifier,
            options,
          ),
        ),
      );
    },
  };
}

/** Begins a sign-in. Returns the data to store and the URL for the browser. */
export async function beginSignIn(
  server: Pick<OAuthServer, 'clientId' | 'scopes' | 'discovered'> & { authorizationUrl: string },
  redirectUri: string,
): Promise<{ begun: BegunSignIn; url: string }> {
  const { authorizationUrl, clientId, scopes } = server;
  const begun = { state: oauth.generateRandomState(), verifier: oauth.generateRandomCodeVerifier(), redirectUri };
  const url = new URL(authorizationUrl);
  const given: Record<string, string> = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    ...scopeOf(server),
    ...resourceOf(server),
    state: begun.state,
    code_challenge: await oauth.calculatePKCECodeChallenge(begun.verifier),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(given)) url.searchParams.set(name, value);
  // OpenID Connect Core §11: a refresh token for later use needs consent.
  if (scopes.includes('offline_access') && !url.searchParams.has('prompt')) url.searchParams.set('prompt', 'consent');
  return { begun, url: url.href };
}

function waysOf({ clientAuthentication }: OAuthServer, known: ClientSignIn | null): ClientSignIn[] {
  if (clientAuthentication === 'basic') return ['header'];
  if (clientAuthentication === 'body') return ['body'];
  if (clientAuthentication === 'none') return ['none'];
  return known === null ? ['header', 'body'] : [known];
}

const SIGN_INS: Record<ClientSignIn, (secret: string) => oauth.ClientAuth> = {
  header: oauth.ClientSecretBasic,
  body: oauth.ClientSecretPost,
  none: oauth.None,
};

interface LibraryParts {
  as: oauth.AuthorizationServer;
  client: oauth.Client;
  options: oauth.TokenEndpointRequestOptions;
}

function partsOf(server: OAuthServer, http: HttpClient, signal: AbortSignal): LibraryParts {
  const { tokenUrl, clientId } = server;
  return {
    as: { issuer: server.discovered?.issuer ?? tokenUrl, token_endpoint: tokenUrl },
    client: { client_id: clientId },
    options: {
      [oauth.customFetch]: guardedFetch(http, signal) as NonNullable<
        oauth.TokenEndpointRequestOptions[typeof oauth.customFetch]
      >,
      // The check of a new credential determines where `http:` is allowed.
      [oauth.allowInsecureRequests]: true,
      additionalParameters: resourceOf(server),
      signal,
    },
  };
}

function resourceOf({ discovered }: Pick<OAuthServer, 'discovered'>): Record<string, string> {
  return discovered === undefined ? {} : { resource: discovered.resource };
}

function scopeOf({ scopes }: { scopes: readonly string[] }): Record<string, string> {
  return scopes.length === 0 ? {} : { scope: scopes.join(' ') };
}

function deniedReason(error: unknown): string {
  return error instanceof oauth.AuthorizationResponseError ? reasonOf(error) : (error as Error).message;
}
