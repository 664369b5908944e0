import type { People } from '@workflow/session-store';
import type { AuthConfig } from '../auth-config.ts';

/** Counts an attempt before its password is checked, and subtracts it if the password is correct. */
export interface Throttle {
  /** Returns null if the attempt is allowed, otherwise the milliseconds until the next one is. */
  begin(): Promise<number | null>;
  succeeded(): Promise<void>;
}

type Counts = Pick<People, 'takeAttempt' | 'returnAttempt'>;

/** The origin of an attempt to sign in. */
interface Attempt {
  /** The network of the client, from `networkOf`. */
  address: string;
  email: string;
  /** The id of a browser that signed in to an account of this e-mail address before; null for others. */
  knownDevice: string | null;
}

/**
 * Limits failed sign-ins. Only failures count, so that people who share an IP address and scripts that sign in often
 * are not slowed down. An attempt is counted before its password is checked, so that simultaneous attempts do not all
 * pass. The counts are in PostgreSQL, so all replicas share them. Strangers who use up the account's limit lock out
 * only strangers, because a known device has a separate limit (docs/decisions/0088).
 */
export function throttleSignIn(people: Counts, config: AuthConfig, { address, email, knownDevice }: Attempt): Throttle {
  const { signInWindowMs: windowMs } = config;
  if (knownDevice !== null)
    return countAttempts(people, [{ key: `sign-in|device|${knownDevice}`, max: config.signInMaxFailures, windowMs }]);
  return countAttempts(people, [
    { key: `sign-in|${address}|${email}`, max: config.signInMaxFailures, windowMs },
    { key: `sign-in|${address}`, max: config.signInMaxFailuresPerAddress, windowMs },
    accountLimit(config, email),
  ]);
}

/** Returns the limit for all IP addresses together, for other requests that compare an account's password. */
export function throttleAccount(people: Counts, config: AuthConfig, email: string): Throttle {
  return countAttempts(people, [accountLimit(config, email.toLowerCase())]);
}

interface Limit {
  key: string;
  max: number;
  windowMs: number;
}

function accountLimit(config: AuthConfig, email: string): Limit {
  return {
    key: `sign-in|account|${email}`,
    max: config.signInMaxFailuresPerAccount,
    windowMs: config.signInAccountWindowMs,
  };
}

function countAttempts(people: Counts, limits: readonly Limit[]): Throttle {
  return {
    begin: async () => {
      for (const { key, max, windowMs } of limits) {
        const { allowed, retryAfterMs } = await people.takeAttempt(key, max, windowMs);
        if (!allowed) return retryAfterMs;
      }
      return null;
    },
    succeeded: async () => {
      for (const { key } of limits) await people.returnAttempt(key);
    },
  };
}

/** Returns the value of `Retry-After`, in seconds. */
export function retryAfter(waitMs: number): string {
  return String(Math.max(1, Math.ceil(waitMs / 1_000)));
}
