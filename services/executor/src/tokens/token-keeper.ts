import { setTimeout as pause } from 'node:timers/promises';
import { findCredentialType, type OAuthSettings } from '@workflow/credentials/descriptors';
import { NO_ACCESS, type TokenAccess } from '@workflow/credentials/runners';
import { tokenTimes, type OAuthClient, type TokenOutcome } from '@workflow/outbound/oauth';
import type { Credentials, GrantLease, OpenedCredential, StoredTokens } from '@workflow/session-store';
import { SecretFinder, secretForms } from '@workflow/validation';
import { StepFailure } from '@workflow/workflow-model';
import { keepTrying } from '../loops/keep-trying.ts';
import { decideToken, signInNeeded, type TokenDecision, type Want } from './decide-token.ts';

interface TokenKeeperParts {
  credentials: Pick<Credentials, 'open' | 'grants'>;
  oauth: OAuthClient;
  /** The duration of a lease, which is longer than a request for tokens may take. */
  leaseMs: number;
  /** Called for each request for tokens. */
  onAsked: (result: TokenOutcome['kind']) => void;
  onError: (error: unknown) => void;
  /** Returns a number that is uniform in [0, 1). */
  random: () => number;
}

/** One credential with tokens. */
interface Place {
  organizationId: string;
  credentialId: string;
}

/** The result: a token, or null if the only one is the refused one. */
interface ObtainedToken {
  token: string | null;
}

/** The pause between two reads of the row while another process requests a token. */
const LOOK_MS = 100;
/** The pause in milliseconds after a server failed, unless the server names another one. */
const RETRY_MS = 5_000;
const MAX_RETRY_MS = 300_000;

export type TokenKeeper = ReturnType<typeof createTokenKeeper>;

/**
 * Returns access tokens. Requests new ones from authorization servers before they expire, or after a server refused
 * one. One process at a time requests tokens of a credential: it acquires the lease of the row, reads it again, sends
 * the request without any lock, and stores the result under the fence of its lease before anybody uses it.
 */
export function createTokenKeeper({ credentials, oauth, leaseMs, onAsked, onError, random }: TokenKeeperParts) {
  const { grants } = credentials;
  /** Steps of this process that want the same token wait for the same answer. */
  const underWay = new Map<string, Promise<ObtainedToken>>();

  /** @throws StepFailure */
  function obtain(place: Place, want: Want): Promise<ObtainedToken> {
    const key = `${place.credentialId} ${want.kind} ${want.kind === 'refused' ? want.token : ''}`;
    const pending = underWay.get(key);
    if (pending !== undefined) return pending;
    const obtained = readUntilObtained(place, want).finally(() => underWay.delete(key));
    underWay.set(key, obtained);
    return obtained;
  }

  async function readUntilObtained(place: Place, want: Want): Promise<ObtainedToken> {
    // Two holders of the lease may die in this time.
    const until = performance.now() + 3 * leaseMs;
    while (performance.now() < until) {
      const { decision } = await readPlace(credentials, place, want);
      if (decision.kind !== 'ask') return resultOf(decision);
      const lease = await grants.lease(place.organizationId, place.credentialId, leaseMs);
      const obtained = lease === null ? null : await askOnce(place, lease, want);
      if (obtained !== null) return obtained;
      if (want.kind === 'soon') return { token: null };
      await pause(LOOK_MS * (1 + random()));
    }
    throw new StepFailure('HTTP_FAILED', 'The authorization server did not respond in time');
  }

  /** Returns null if the result could not be stored, because the tokens were replaced in the meantime. */
  async function askOnce(place: Place, lease: GrantLease, want: Want): Promise<ObtainedToken | null> {
    const { credential, settings, called, decision } = await readPlace(credentials, place, want);
    if (decision.kind !== 'ask') {
      await grants.release(lease);
      return resultOf(decision);
    }
    const outcome = masked(await request(oauth, credential, settings), credential);
    onAsked(outcome.kind);
    if (outcome.kind === 'tokens') return store(lease, outcome, credential, want);
    if (outcome.kind === 'grant-ended' && settings.signsInByBrowser) {
      await grants.end(lease, outcome.reason);
      throw signInNeeded(called, outcome.reason);
    }
    const failure = failureOf(outcome);
    const { code, message } = failure;
    await grants.noteFailure(lease, { code, message, retryAfterMs: pauseAfter(failure) });
    throw failure;
  }

  /**
   * Repeats the write as long as the lease lasts, because the server may have invalidated the previous refresh token.
   */
  async function store(
    lease: GrantLease,
    { tokens }: Extract<TokenOutcome, { kind: 'tokens' }>,
    { grant }: OpenedCredential,
    want: Want,
  ): Promise<ObtainedToken | null> {
    const { accessToken, signsIn, lifeSeconds } = tokens;
    const refreshToken = tokens.refreshToken ?? grant?.tokens?.refreshToken ?? null;
    const server = grant?.tokens?.server;
    const times = tokenTimes(lifeSeconds, random());
    const stored = { accessToken, refreshToken, signsIn, times, ...(server !== undefined && { server }) };
    const isStored = await keepTrying(
      () => grants.write(lease, stored, want.kind === 'refused'),
      AbortSignal.timeout(leaseMs),
    );
    return isStored === true ? { token: accessToken } : null;
  }

  return {
    /**
     * Returns access to a credential: its present token, and a function that requests another one.
     * @throws StepFailure CREDENTIAL_EXPIRED, CREDENTIAL_REFUSED; HTTP_FAILED and HTTP_STATUS, which may be retried
     */
    accessOf: async (place: Place, credential: OpenedCredential): Promise<TokenAccess> => {
      const settings = settingsOf(credential);
      if (settings === undefined) return NO_ACCESS;
      const called = nameIn(credential, place.credentialId);
      const decision = decideToken(credential.grant, settings, { kind: 'step' }, called);
      if (decision.kind === 'use' && decision.isDue) obtain(place, { kind: 'soon' }).catch(unlessStepFailure(onError));
      const { token } = decision.kind === 'ask' ? await obtain(place, { kind: 'step' }) : resultOf(decision);
      if (token === null) throw signInNeeded(called, 'there is no access token');
      return { token, renew: async () => (await obtain(place, { kind: 'refused', token })).token };
    },
    /** Returns the access for a test, which always requests another token. */
    testOf: (place: Place, credential: OpenedCredential): TokenAccess =>
      settingsOf(credential) === undefined
        ? NO_ACCESS
        : { token: '', renew: async () => (await obtain(place, { kind: 'test' })).token },
    /** Waits for open requests, so that the tokens that servers returned are stored. */
    close: async (): Promise<void> => {
      await Promise.allSettled(underWay.values());
    },
  };
}

/** Reports errors except those of a failing server, which are no internal errors. The present token remains in use. */
function unlessStepFailure(onError: (error: unknown) => void): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof StepFailure)) onError(error);
  };
}

async function readPlace(credentials: Pick<Credentials, 'open'>, { organizationId, credentialId }: Place, want: Want) {
  const credential = await credentials.open(organizationId, credentialId, { isUse: false });
  const settings = credential === null ? undefined : settingsOf(credential);
  if (credential === null || settings === undefined)
    throw new StepFailure('CREDENTIAL_MISSING', `The credential was deleted (${credentialId})`);
  const called = nameIn(credential, credentialId);
  return { credential, settings, called, decision: decideToken(credential.grant, settings, want, called) };
}

function request(
  oauth: OAuthClient,
  { fields, grant }: OpenedCredential,
  settings: OAuthSettings,
): Promise<TokenOutcome> {
  const tokens = grant?.tokens ?? null;
  if (settings.resourceUrl !== undefined) return refreshDiscovered(oauth, tokens);
  const server = { ...settings, clientSecret: String(fields['clientSecret']) };
  return settings.signsInByBrowser && tokens !== null && tokens.refreshToken !== null
    ? oauth.refresh(server, tokens.refreshToken, tokens.signsIn)
    : oauth.clientCredentials(server, tokens?.signsIn ?? null);
}

/** Asks the server that issued the refresh token, for the same resource. */
function refreshDiscovered(oauth: OAuthClient, tokens: StoredTokens | null): Promise<TokenOutcome> {
  if (tokens === null || tokens.refreshToken === null || tokens.server === undefined)
    return Promise.resolve({ kind: 'grant-ended', reason: 'nothing was stored to refresh the token with' });
  return oauth.refresh(tokens.server, tokens.refreshToken, tokens.signsIn);
}

function failureOf(outcome: Exclude<TokenOutcome, { kind: 'tokens' }>): StepFailure {
  if (outcome.kind === 'failed') return outcome.failure;
  return new StepFailure('CREDENTIAL_REFUSED', `The authorization server refused the request: ${outcome.reason}`);
}

/** Returns the milliseconds for which the server gets no further requests. */
function pauseAfter({ retryAfterMs }: StepFailure): number {
  return Math.min(Math.max(retryAfterMs, RETRY_MS), MAX_RETRY_MS);
}

function settingsOf({ type, fields }: OpenedCredential): OAuthSettings | undefined {
  return findCredentialType(type)?.oauth?.(fields) ?? undefined;
}

function nameIn({ name }: OpenedCredential, id: string): string {
  return `the credential '${name}' (${id})`;
}

/** @throws StepFailure */
function resultOf(decision: Exclude<TokenDecision, { kind: 'ask' }>): ObtainedToken {
  if (decision.kind === 'fail') throw decision.failure;
  return { token: decision.kind === 'use' ? decision.token : null };
}

/** Masks the server's text, which may repeat what it was sent. */
function masked(outcome: TokenOutcome, { secrets, grant }: OpenedCredential): TokenOutcome {
  if (outcome.kind === 'tokens') return outcome;
  const finder = new SecretFinder();
  const { accessToken = '', refreshToken = null, server } = grant?.tokens ?? {};
  for (const secret of [...Object.values(secrets), accessToken, refreshToken ?? '', server?.clientSecret ?? ''])
    if (secret !== '') for (const form of secretForms(secret)) finder.add(form);
  if (outcome.kind === 'grant-ended') return { ...outcome, reason: finder.mask(outcome.reason) };
  const { code, message, retryable, retryAfterMs } = outcome.failure;
  return { kind: 'failed', failure: new StepFailure(code, finder.mask(message), { retryable, retryAfterMs }) };
}
