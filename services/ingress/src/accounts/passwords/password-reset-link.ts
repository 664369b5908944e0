import { randomBytes } from 'node:crypto';
import { hashCallerKey } from '@workflow/session-store';

const TOKEN_BYTES = 32;

interface PersonLink {
  /** The link is shown or mailed once, and never stored. */
  url: string;
  tokenHash: Uint8Array<ArrayBuffer>;
}

/**
 * Returns a new link to the page that sets a password, or to the page that signs a person in once. The token is in the
 * fragment, which no server receives or logs.
 */
export function makeLink(publicUrl: string, page: 'reset-password' | 'sign-in-link'): PersonLink {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { url: `${publicUrl}/${page}#${token}`, tokenHash: hashCallerKey(token) };
}
