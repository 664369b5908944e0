import type { StepFailure } from '@workflow/workflow-model';

/** Where tokens come from, and as whom they are asked for. */
export interface OAuthServer {
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  scopes: readonly string[];
  clientAuthentication: ClientAuthentication;
}

/** How the client proves who it is (RFC 6749 §2.3.1). `auto`: in a header, and in the body where that is refused. */
type ClientAuthentication = 'auto' | 'basic' | 'body';

/** What a server gave. */
export interface Tokens {
  accessToken: string;
  /** null: it gave none, and the one before stays. */
  refreshToken: string | null;
  /** null: it said no end. */
  lifeSeconds: number | null;
  /** How the client signed in: in a header or in the body (RFC 6749 §2.3.1). */
  signsIn: ClientSignIn;
}

export type ClientSignIn = 'header' | 'body';

/**
 * `grant-ended`: the server knows the code or refresh token no more. `failed`: nothing is known of the grant, or (with
 * CREDENTIAL_REFUSED) client or scopes are wrong.
 */
export type TokenOutcome =
  | { kind: 'tokens'; tokens: Tokens }
  | { kind: 'grant-ended'; reason: string }
  | { kind: 'failed'; failure: StepFailure };
