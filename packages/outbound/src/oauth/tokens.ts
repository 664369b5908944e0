import type { StepFailure } from '@workflow/workflow-model';

/** The source of tokens, and the client that requests them. */
export interface OAuthServer {
  tokenUrl: string;
  clientId: string;
  /** Empty for a client without a secret. */
  clientSecret: string;
  scopes: readonly string[];
  clientAuthentication: ClientAuthentication;
  /** Set if the server was discovered. */
  discovered?: DiscoveredIdentity;
}

/** The identity of a discovered server, and the resource that its tokens are for. */
interface DiscoveredIdentity {
  issuer: string;
  /** True if the server promises to name its issuer when it redirects the browser (RFC 9207). */
  namesIssuer: boolean;
  /** Sent with every request (RFC 8707), so that the tokens are valid only for this resource. */
  resource: string;
}

/**
 * How the client authenticates (RFC 6749 §2.3.1). `auto` uses a header, and the body if the server refuses that. `none`
 * is for a client without a secret.
 */
export type ClientAuthentication = 'auto' | 'basic' | 'body' | 'none';

/** The tokens that a server returned. */
export interface Tokens {
  accessToken: string;
  /** Null if the server returned none and the previous one remains valid. */
  refreshToken: string | null;
  /** Null if the server named no lifetime. */
  lifeSeconds: number | null;
  /** How the client authenticated: in a header, in the body (RFC 6749 §2.3.1), or not at all. */
  signsIn: ClientSignIn;
}

export type ClientSignIn = 'header' | 'body' | 'none';

/**
 * `grant-ended`: the server no longer accepts the code or refresh token. `failed`: the state of the grant is unknown,
 * or (with CREDENTIAL_REFUSED) the client or the scopes are wrong.
 */
export type TokenOutcome =
  | { kind: 'tokens'; tokens: Tokens }
  | { kind: 'grant-ended'; reason: string }
  | { kind: 'failed'; failure: StepFailure };
