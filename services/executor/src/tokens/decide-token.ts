import type { OAuthSettings } from '@workflow/credentials/descriptors';
import type { OpenedGrant, StoredTokens } from '@workflow/session-store';
import { StepFailure } from '@workflow/workflow-model';

/**
 * The purpose of a token: a step; a step whose token a server refused; a test, which always wants a new one; or none
 * yet, if the present token expires soon.
 */
export type Want = { kind: 'step' } | { kind: 'refused'; token: string } | { kind: 'test' } | { kind: 'soon' };

/** `keep` means that the present token is used and none is requested. */
export type TokenDecision =
  | { kind: 'use'; token: string; isDue: boolean }
  | { kind: 'ask' }
  | { kind: 'keep' }
  | { kind: 'fail'; failure: StepFailure };

/**
 * The minimum time between two requests for a server that refuses every token. Otherwise each step would send a
 * request.
 */
const RENEWAL_SECONDS = 10;

/**
 * Decides from the stored grant whether to request a token.
 * @param called the credential's name in messages
 */
export function decideToken(
  grant: OpenedGrant | null,
  { signsInByBrowser }: Pick<OAuthSettings, 'signsInByBrowser'>,
  want: Want,
  called: string,
): TokenDecision {
  const tokens = grant?.tokens ?? null;
  if (tokens === null || grant === null)
    return signsInByBrowser ? fail(signInNeeded(called, grant?.endedReason ?? NOT_YET)) : askWithoutTokens(grant, want);
  const mayAsk = !signsInByBrowser || tokens.refreshToken !== null;
  if (want.kind === 'soon') return isDueNow(grant) && mayAsk ? ASK : KEEP;
  if (grant.isLive && mayUse(tokens, want))
    return { kind: 'use', token: tokens.accessToken, isDue: isDueNow(grant) && !grant.isLeased && mayAsk };
  if (!mayAsk) return grant.isLive ? KEEP : fail(signInNeeded(called, NO_REFRESH));
  return want.kind === 'refused' && isJustRenewed(grant) ? KEEP : askUnlessFailed(grant, want);
}

/** If there are no tokens, none can expire soon. */
function askWithoutTokens(grant: OpenedGrant | null, want: Want): TokenDecision {
  return want.kind === 'soon' ? KEEP : askUnlessFailed(grant, want);
}

function isDueNow({ isDue, failure }: OpenedGrant): boolean {
  return isDue && failure === null;
}

function mayUse({ accessToken }: StoredTokens, want: Want): boolean {
  return want.kind === 'step' || (want.kind === 'refused' && accessToken !== want.token);
}

function isJustRenewed({ isLive, renewedSecondsAgo }: OpenedGrant): boolean {
  return isLive && (renewedSecondsAgo ?? Infinity) < RENEWAL_SECONDS;
}

/** A server that failed gets no further request for some time, except for a test. */
function askUnlessFailed(grant: OpenedGrant | null, want: Want): TokenDecision {
  const failure = grant?.failure ?? null;
  if (failure === null || want.kind === 'test') return ASK;
  const { code, message, retryAfterMs } = failure;
  return fail(new StepFailure(code, message, { retryable: code !== 'CREDENTIAL_REFUSED', retryAfterMs }));
}

const ASK = { kind: 'ask' } as const;
const KEEP = { kind: 'keep' } as const;
const NOT_YET = 'no one has signed in yet';
const NO_REFRESH = 'its access token has ended, and the authorization server gave no refresh token';

/** The message contains the id, by which people find the sessions that failed because of the credential. */
export function signInNeeded(called: string, reason: string): StepFailure {
  return new StepFailure('CREDENTIAL_EXPIRED', `Sign in to ${called} again: ${reason}`);
}

function fail(failure: StepFailure): TokenDecision {
  return { kind: 'fail', failure };
}
