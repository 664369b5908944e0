import { createHash } from 'node:crypto';
import { SCOPES } from '../../../http/caller.ts';

/** The scopes that a client without a token should request. Only a client that builds workflows needs `manage`. */
export const DEFAULT_MCP_SCOPES = ['run', 'read'] as const;
/** The scopes that a token may have. */
export const TOKEN_SCOPES = [...SCOPES, 'offline_access'];
export const ACCESS_TOKEN_PREFIX = 'wfo_';

/** Returns the resource that tokens are for (RFC 8707). */
export function mcpResource(publicUrl: string): string {
  return `${publicUrl}/mcp`;
}

/** Hashes a token as the library stores it. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Returns the stored form of a client's token, or null if it cannot be an access token. */
export function accessTokenHash(sent: string): string | null {
  return sent.startsWith(ACCESS_TOKEN_PREFIX) ? hashToken(sent.slice(ACCESS_TOKEN_PREFIX.length)) : null;
}
