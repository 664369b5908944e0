import { isStorableText } from '@workflow/workflow-model';
import { isEmailAddress } from '../is-email-address.ts';
import type { OidcConfig } from './oidc-config.ts';

/** Claims of an ID token, or of the userinfo endpoint's answer. */
export type Claims = Readonly<Record<string, unknown>>;

const MAX_NAME_LENGTH = 200;

/** The person as the claims describe them. */
interface ClaimedPerson {
  /** In lowercase; null if there is no valid e-mail address. */
  email: string | null;
  emailVerified: boolean;
  name: string;
}

/**
 * Reads e-mail address and name. A missing `email_verified` means that nothing confirms the address. Some issuers send
 * it as a text.
 */
export function readPerson(claims: Claims): ClaimedPerson {
  const { email, email_verified: verified } = claims;
  const isAddress = typeof email === 'string' && isEmailAddress(email) && isStorableText(email);
  const address = isAddress ? email.toLowerCase() : null;
  return {
    email: address,
    emailVerified: address !== null && (verified === true || verified === 'true'),
    name: nameOf(claims) ?? address?.split('@')[0] ?? '',
  };
}

function nameOf({ name, given_name: givenName, family_name: family, preferred_username: user }: Claims): string | null {
  const full = [givenName, family].filter((part) => typeof part === 'string' && part.trim() !== '').join(' ');
  for (const one of [name, full, user])
    if (typeof one === 'string' && one.trim() !== '' && isStorableText(one))
      return one.trim().slice(0, MAX_NAME_LENGTH);
  return null;
}

/**
 * Merges claims. Claims of the token take precedence over those of userinfo. The e-mail address and its confirmation
 * are from the same source.
 */
export function mergeClaims(token: Claims, userInfo: Claims): Claims {
  const merged = { ...userInfo, ...token };
  if (token['email'] === undefined) return merged;
  const isSame = String(token['email']).toLowerCase() === String(userInfo['email']).toLowerCase();
  const verified = token['email_verified'] ?? (isSame ? userInfo['email_verified'] : undefined);
  return { ...merged, email_verified: verified };
}

/** Returns the role that the claims specify, or null. A value for admins takes precedence over one for members. */
export function readRole(claims: Claims, roles: NonNullable<OidcConfig['roles']>): 'admin' | 'member' | null {
  const values = new Set(valuesOf(claims, roles.claim));
  if (roles.adminValues.some((value) => values.has(value))) return 'admin';
  return roles.memberValues.some((value) => values.has(value)) ? 'member' : null;
}

/**
 * Returns the texts of a claim. `path` is the name of a claim, which may contain dots, or the path to a nested one such
 * as `realm_access.roles`. Lists may be nested, and a path continues in the objects of a list.
 */
export function valuesOf(claims: Claims, path: string): string[] {
  return textsOf(findClaim(claims, path));
}

/** Deeper than any claim that people configure. */
const MAX_DEPTH = 20;

function findClaim(value: unknown, path: string, depth = 0): unknown {
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) return value.map((item) => findClaim(item, path, depth + 1));
  const members = value as Claims;
  if (Object.hasOwn(members, path)) return members[path];
  for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
    const name = path.slice(0, dot);
    if (!Object.hasOwn(members, name)) continue;
    const nested = findClaim(members[name], path.slice(dot + 1), depth + 1);
    if (nested !== undefined) return nested;
  }
  return undefined;
}

function textsOf(value: unknown, depth = 0): string[] {
  if (Array.isArray(value)) return depth > MAX_DEPTH ? [] : value.flatMap((item) => textsOf(item, depth + 1));
  if (typeof value === 'string') return [value.trim()];
  return typeof value === 'number' || typeof value === 'boolean' ? [String(value)] : [];
}
