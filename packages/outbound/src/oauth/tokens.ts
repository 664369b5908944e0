import type { StepFailure } from '@workflow/workflow-model';

/** The source of tokens, and the client that asks for them. */
export interface OAuthServer {
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  scopes: readonly string[];
  clientAuthentication: ClientAuthentication;
}

/** How the client authenticates (RFC 6749 §2.3.1). `auto` uses a header, and the body when the server refuses that. */
type ClientAuthentication = 'auto' | 'basic' | 'body';

/** The tokens that a server returned. */
export interface Tokens {
  accessToken: string;
  /** When it is null, the server returned none and the previous one remains valid. */
  refreshToken: string | null;
  /** It is null when the server named no end. */
  lifeSeconds: number | null;
  /** How the client authenticated: in a header or in the body (RFC 6749 §2.3.1). */
  signsIn: ClientSignIn;
}

export type ClientSignIn = 'header' | 'body';

/**
 * `grant-ended`: the server no longer knows the code or refresh token. `failed`: the state of the grant is unknown, or
 * (with CREDENTIAL_REFUSED) the client or the scopes are wrong.
 */
export type TokenOutcome =
  | { kind: 'tokens'; tokens: Tokens }
  | { kind: 'grant-ended'; reason: string }
  | { kind: 'failed'; failure: StepFailure };
