import { isIP } from 'node:net';
import type { EnvReader } from '@workflow/service-runtime';

/** How people sign in (docs/environment.md). Times in milliseconds. */
export interface AuthConfig {
  /** Signs cookies. */
  secret: string;
  /** How long a cookie session lives without being used. */
  sessionLifetimeMs: number;
  /** Failed sign-ins that one address may have for one e-mail address within the window. */
  signInMaxFailures: number;
  /** … and for all e-mail addresses together. */
  signInMaxFailuresPerAddress: number;
  signInWindowMs: number;
  invitationLifetimeMs: number;
  /** Addresses and networks whose `X-Forwarded-For` is believed. */
  trustedProxies: string[];
  /** How often last-used times of keys and tokens are written. */
  lastUsedWriteMs: number;
  /** Makes the first admin when there is no user yet. */
  firstAdmin: { email: string; password: string; organizationName: string } | null;
}

export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;
const MIN_SECRET_LENGTH = 32;

/** @throws nothing; problems are gathered by `reader`. */
export function readAuthConfig(reader: EnvReader): AuthConfig {
  const secret = reader.string('AUTH_SECRET');
  if (secret !== '' && secret.length < MIN_SECRET_LENGTH) reader.problem('AUTH_SECRET', `must be at least ${MIN_SECRET_LENGTH} characters long`);
  return {
    secret,
    sessionLifetimeMs: reader.integer('AUTH_SESSION_LIFETIME_MS', { default: 7 * 86_400_000, min: 60_000 }),
    signInMaxFailures: reader.integer('SIGN_IN_MAX_FAILURES', { default: 5, min: 1 }),
    signInMaxFailuresPerAddress: reader.integer('SIGN_IN_MAX_FAILURES_PER_ADDRESS', { default: 50, min: 1 }),
    signInWindowMs: reader.integer('SIGN_IN_WINDOW_MS', { default: 60_000, min: 1_000 }),
    invitationLifetimeMs: reader.integer('INVITATION_LIFETIME_MS', { default: 7 * 86_400_000, min: 60_000 }),
    trustedProxies: readTrustedProxies(reader),
    lastUsedWriteMs: reader.integer('LAST_USED_WRITE_MS', { default: 5_000, min: 100 }),
    firstAdmin: readFirstAdmin(reader),
  };
}

/** Names of networks that Express knows. */
const NETWORKS = new Set(['loopback', 'linklocal', 'uniquelocal']);

function readTrustedProxies(reader: EnvReader): string[] {
  const proxies = reader.list('TRUSTED_PROXIES', []);
  if (!proxies.every(isNetwork)) reader.problem('TRUSTED_PROXIES', `must be addresses, networks such as 10.0.0.0/8, or ${[...NETWORKS].join(', ')}`);
  return proxies;
}

function isNetwork(text: string): boolean {
  if (NETWORKS.has(text)) return true;
  const [address = '', bits, more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more !== undefined) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

function readFirstAdmin(reader: EnvReader): AuthConfig['firstAdmin'] {
  const email = reader.string('ADMIN_EMAIL', { default: null, maxLength: 320 });
  const password = reader.string('ADMIN_PASSWORD', { default: null, maxLength: MAX_PASSWORD_LENGTH });
  const organizationName = reader.string('ADMIN_ORGANIZATION', { default: 'My organization', maxLength: 200 });
  if (email === null && password === null) return null;
  if (email === null || !/^[^\s@]+@[^\s@]+$/.test(email)) reader.problem('ADMIN_EMAIL', 'must be an e-mail address when ADMIN_PASSWORD is set');
  if (password === null || password.length < MIN_PASSWORD_LENGTH) {
    reader.problem('ADMIN_PASSWORD', `must be at least ${MIN_PASSWORD_LENGTH} characters long when ADMIN_EMAIL is set`);
  }
  return { email: email ?? '', password: password ?? '', organizationName };
}
