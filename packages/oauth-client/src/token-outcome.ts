import { StepFailure } from '@workflow/workflow-model';
import * as oauth from 'oauth4webapi';
import type { TokenOutcome, Tokens } from './tokens.ts';

/** Longer descriptions of a server are cut. */
const MAX_REASON_LENGTH = 300;

/** The OAuth error that the server answered with (RFC 6749 §5.2); undefined: it answered something else, or nothing. */
export function errorNameOf(error: unknown): string | undefined {
  return error instanceof oauth.ResponseBodyError ? error.error : undefined;
}

/** What a request for tokens that failed means. */
export function outcomeOf(error: unknown, host: string, signal: AbortSignal): TokenOutcome {
  if (signal.aborted)
    return failed(new StepFailure('HTTP_FAILED', `the authorization server ${host} did not answer in time`));
  if (error instanceof StepFailure) return failed(error);
  if (!(error instanceof oauth.ResponseBodyError)) {
    const { message } = error as Error;
    return refused(`the authorization server ${host} gave no token: ${message}`);
  }
  const words = reasonOf(error);
  if (error.error === 'invalid_grant') return { kind: 'grant-ended', reason: words };
  // Not of RFC 6749 for this endpoint, and sent by servers that are overloaded.
  if (error.error === 'temporarily_unavailable' || error.error === 'server_error')
    return failed(new StepFailure('HTTP_FAILED', `the authorization server ${host} is not available: ${words}`));
  return refused(`the authorization server ${host} refused: ${words}`);
}

/** `invalid_grant: the token was revoked`, without what would break a line of a log. */
export function reasonOf({ error, error_description: description }: ErrorWords): string {
  const words = description === undefined ? error : `${error}: ${description}`;
  return words.replaceAll(/\p{Cc}+/gu, ' ').slice(0, MAX_REASON_LENGTH);
}

interface ErrorWords {
  error: string;
  error_description?: string | undefined;
}

export function tokensOf(answer: oauth.TokenEndpointResponse, signsIn: Tokens['signsIn']): Tokens {
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
