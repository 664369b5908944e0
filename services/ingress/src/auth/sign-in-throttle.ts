import { isIPv6 } from 'node:net';
import { APIError } from 'better-auth/api';
import type { People } from '@workflow/session-store';
import type { AuthConfig } from './auth-config.ts';

/** Counts a sign-in before its password is looked at, and takes the count back when the password was right. */
export interface SignInThrottle {
  /** @throws APIError 429 with Retry-After */
  begin(address: string, email: string): Promise<void>;
  succeeded(address: string, email: string): Promise<void>;
}

/**
 * Counts failures only, so that people behind one address and scripts that sign in often are not held up, and
 * counts before the password is checked, so that many tries at once do not all pass. In PostgreSQL: replicas
 * count together.
 */
export function signInThrottle(people: Pick<People, 'takeTry' | 'returnTry'>, config: AuthConfig): SignInThrottle {
  const limits = (address: string, email: string): [string, number][] => [
    [`sign-in|${address}|${email}`, config.signInMaxFailures],
    [`sign-in|${address}`, config.signInMaxFailuresPerAddress],
  ];
  return {
    begin: async (address, email) => {
      for (const [key, max] of limits(address, email)) {
        const { allowed, retryAfterMs } = await people.takeTry(key, max, config.signInWindowMs);
        if (!allowed) {
          throw new APIError(
            'TOO_MANY_REQUESTS',
            { message: 'Too many failed sign-ins; try again later', code: 'TOO_MANY_REQUESTS' },
            { 'Retry-After': String(Math.max(1, Math.ceil(retryAfterMs / 1_000))) },
          );
        }
      }
    },
    succeeded: async (address, email) => {
      for (const [key] of limits(address, email)) await people.returnTry(key);
    },
  };
}

const IPV6_GROUPS = 8;
/** Groups of an IPv6 address that name a network; whoever has one address in it has 2^64. */
const NETWORK_GROUPS = 4;

/** What an address is counted as: an IPv4 address as itself, also within IPv6; of IPv6 its /64 network. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = address.replace(/%.*$/, '').split('::');
  const groupsOf = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const groups = groupsOf(head);
  if (tail !== undefined) groups.push(...Array.from({ length: Math.max(0, IPV6_GROUPS - groups.length - groupsOf(tail).length) }, () => '0'), ...groupsOf(tail));
  return `${groups.slice(0, NETWORK_GROUPS).map((group) => group.toLowerCase().replace(/^0+(?=.)/, '')).join(':')}::/64`;
}
