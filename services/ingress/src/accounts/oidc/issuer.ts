import { createHttpClient } from '@workflow/outbound';
import { openMetadata } from './issuer-metadata.ts';
import { send, unavailable } from './issuer-requests.ts';
import { mergeClaims, type Claims } from './read-claims.ts';
import { SignInRefused } from './sign-in-refused.ts';
import type { OidcConfig } from './oidc-config.ts';
import type { Discovery } from './read-discovery.ts';
import { invalid, verifyIdToken } from './verify-id-token.ts';

/** Maximum bytes of an answer. Discovery documents, key sets and tokens have a few kilobytes. */
const MAX_ANSWER_BYTES = 1024 * 1024;

/** The tokens of an answer of the token endpoint. */
interface IssuedTokens {
  idToken: string;
  accessToken: string | null;
}

export type Issuer = ReturnType<typeof openIssuer>;

/** Opens the requests of sign-ins to the issuer. All use the client that checks IP addresses. */
export function openIssuer(config: OidcConfig) {
  const { clientId, clientSecret, timeoutMs } = config;
  const http = createHttpClient({
    allowed: config.allowed,
    connectTimeoutMs: timeoutMs,
    maxResponseBytes: MAX_ANSWER_BYTES,
    maxRedirects: 0,
  });
  const { read, peek } = openMetadata(config, http);

  return {
    /** Returns the discovery document if it was read before. */
    peek,
    /** @throws SignInRefused */
    discover: async (): Promise<Discovery> => (await read()).discovery,

    /**
     * Exchanges a code for tokens.
     * @throws SignInRefused, also for an answer without an ID token
     */
    exchange: async (code: string, verifier: string, redirectUri: string): Promise<IssuedTokens> => {
      const { tokenUrl, secretInBody } = (await read()).discovery;
      const signal = AbortSignal.timeout(timeoutMs);
      const form = new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
        ...(secretInBody && { client_id: clientId, client_secret: clientSecret }),
      });
      const headers = {
        'content-type': 'application/x-www-form-urlencoded',
        ...(!secretInBody && { authorization: basic(clientId, clientSecret) }),
      };
      const answer = await send(http, { method: 'POST', url: tokenUrl, headers, body: form.toString() }, signal);
      if (answer.status >= 500) throw unavailable(`${tokenUrl.host} answered ${answer.status}`);
      const { id_token: idToken, access_token: accessToken, error } = answer.json;
      if (answer.status !== 200 || error !== undefined)
        throw new SignInRefused(
          'token_refused',
          `${tokenUrl.host} refused the code: ${shorten(error ?? answer.status)}`,
        );
      if (typeof idToken !== 'string' || idToken === '')
        throw new SignInRefused('no_id_token', `${tokenUrl.host} answered without an ID token`);
      return { idToken, accessToken: typeof accessToken === 'string' ? accessToken : null };
    },

    /**
     * Verifies the ID token, and reads the userinfo endpoint if the token lacks a claim. If that endpoint fails, the
     * sign-in is refused only if it needs a missing claim.
     * @throws SignInRefused
     */
    readClaims: async (
      { idToken, accessToken }: IssuedTokens,
      nonce: string,
      missing: (claims: Claims) => 'needed' | 'useful' | null,
    ): Promise<Claims> => {
      const token = await verifyIdToken(await read(), idToken, { clientId, nonce });
      const { userInfoUrl } = (await read()).discovery;
      const missed = missing(token);
      if (missed === null || userInfoUrl === null || accessToken === null) return token;
      const headers = { authorization: `Bearer ${accessToken}` };
      try {
        const answer = await send(http, { method: 'GET', url: userInfoUrl, headers }, AbortSignal.timeout(timeoutMs));
        if (answer.status !== 200) throw unavailable(`${userInfoUrl.host} answered ${answer.status} to userinfo`);
        // OpenID Connect Core §5.3.2.
        if (answer.json['sub'] !== token.sub) throw invalid('The userinfo is of another person');
        return mergeClaims(token, answer.json);
      } catch (error) {
        if (missed === 'needed') throw error;
        return token;
      }
    },
    close: http.close,
  };
}

/** Returns the header of HTTP basic authentication (RFC 6749 §2.3.1: both parts are form-encoded). */
function basic(clientId: string, clientSecret: string): string {
  const encode = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1);
  return `Basic ${Buffer.from(`${encode(clientId)}:${encode(clientSecret)}`).toString('base64')}`;
}

const MAX_SHOWN_LENGTH = 100;

function shorten(value: unknown): string {
  return String(value).slice(0, MAX_SHOWN_LENGTH);
}
