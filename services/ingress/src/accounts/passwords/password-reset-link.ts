import { randomBytes } from 'node:crypto';
import { hashCallerKey } from '@workflow/session-store';

const TOKEN_BYTES = 32;

export interface ResetLink {
  /** Shown or mailed once; stored nowhere. */
  url: string;
  tokenHash: Uint8Array<ArrayBuffer>;
}

/** A new link to the page that sets a password. The token is in the fragment, which no server gets to see or log. */
export function makeResetLink(publicUrl: string): ResetLink {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { url: `${publicUrl}/reset-password#${token}`, tokenHash: hashCallerKey(token) };
}
