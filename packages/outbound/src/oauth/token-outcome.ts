import { StepFailure } from '@workflow/workflow-model';
import * as oauth from 'oauth4webapi';
import type { TokenOutcome, Tokens } from './tokens.ts';

/** Maximum length of a server's description. Longer ones are shortened. */
const MAX_REASON_LENGTH = 300;

/**
 * The errors if the server no longer accepts the code or refresh token: RFC 6749 §5.2, GitHub, Slack, HubSpot,
 * Facebook.
 */
const GRANT_ENDED = new Set([
  'invalid_grant',
  'bad_refresh_token',
  'bad_verification_code',
  'invalid_refresh_token',
  'token_expired',
  'token_revoked',
  'expired_auth_code',
  'bad_auth_code',
]);

/**
 * Errors for a client whose secret the server did not find or did not accept. It may read the secret from another
 * place.
 */
const CLIENT_UNKNOWN = new Set([
  'invalid_client',
  'invalid_request',
  'unauthorized_client',
  'incorrect_client_credentials',
  'invalid_client_id',
  'bad_client_id',
  'bad_client_secret',
  'HTTP 400',
  'HTTP 401',
  'HTTP 403',
]);

/** Returns true if another way of authenticating the client may have another outcome. */
export function isClientUnknown(errorName: string | undefined): boolean {
  return CLIENT_UNKNOWN.has(errorName ?? '');
}

/** Returns the OAuth error of the server's answer (RFC 6749 §5.2). Returns undefined for any other answer, or none. */
export function errorNameOf(error: unknown): string | undefined {
  return error instanceof oauth.ResponseBodyError ? error.error : undefined;
}

/** Returns the outcome of a failed request for tokens. */
export function outcomeOf(error: unknown, host: string, signal: AbortSignal): TokenOutcome {
  if (signal.aborted)
    return failed(new StepFailure('HTTP_FAILED', `The authorization server ${host} did not answer in time`));
  if (error instanceof StepFailure) return failed(error);
  if (!(error instanceof oauth.ResponseBodyError)) {
    const { message } = error as Error;
    return refused(`The authorization server ${host} returned no token: ${message}`);
  }
  if (/^HTTP \d+$/.test(error.error)) return refused(`The authorization server ${host} answered ${error.status}`);
  const words = reasonOf(error);
  if (GRANT_ENDED.has(error.error)) return { kind: 'grant-ended', reason: words };
  // RFC 6749 does not define it for this endpoint, but overloaded servers send it.
  if (error.error === 'temporarily_unavailable' || error.error === 'server_error')
    return failed(new StepFailure('HTTP_FAILED', `The authorization server ${host} is not available: ${words}`));
  return refused(`The authorization server ${host} refused: ${words}`);
}

/** Returns a text such as `invalid_grant: the token was revoked`, without characters that would break a log line. */
export function reasonOf({ error, error_description: description }: ErrorWords): string {
  const words = description === undefined ? error : `${error}: ${description}`;
  return words.replaceAll(/\p{Cc}+/gu, ' ').slice(0, MAX_REASON_LENGTH);
}

interface ErrorWords {
  error: string;
  error_description?: string | undefined;
}

/** @throws Error for a token that needs a proof with each request, as DPoP does (RFC 9449) */
export function tokensOf(answer: oauth.TokenEndpointResponse, signsIn: Tokens['signsIn']): Tokens {
  if (answer.token_type !== 'bearer') throw new Error(`a token of the type ${answer.token_type} cannot be sent`);
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token ?? null,
    lifeSeconds: answer.expires_in ?? null,
    signsIn,
  };
}

function failed(failure: StepFailure): TokenOutcome {
  return { kind: 'failed', failure };
}

function refused(message: string): TokenOutcome {
  return failed(new StepFailure('CREDENTIAL_REFUSED', message));
}
