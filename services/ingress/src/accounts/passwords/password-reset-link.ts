import { randomBytes } from 'node:crypto';
import { hashCallerKey } from '@workflow/session-store';

const TOKEN_BYTES = 32;

export interface ResetLink {
  /** The link is shown or mailed once, and never stored. */
  url: string;
  tokenHash: Uint8Array<ArrayBuffer>;
}

/**
 * Returns a new link to the page that sets a password. The token is in the fragment, which no server receives or logs.
 */
export function makeResetLink(publicUrl: string): ResetLink {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { url: `${publicUrl}/reset-password#${token}`, tokenHash: hashCallerKey(token) };
}

/** Returns a new link to the page that signs a person in once. */
export function makeSignInLink(publicUrl: string): ResetLink {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { url: `${publicUrl}/sign-in-link#${token}`, tokenHash: hashCallerKey(token) };
}
