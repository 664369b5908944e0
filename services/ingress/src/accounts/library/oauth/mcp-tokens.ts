import { createHash } from 'node:crypto';

/** What a token for /mcp may permit; tools need nothing else. */
export const MCP_SCOPES = ['run', 'read'] as const;
export const ACCESS_TOKEN_PREFIX = 'wfo_';

/** What tokens are for (RFC 8707). */
export function mcpResource(publicUrl: string): string {
  return `${publicUrl}/mcp`;
}

/** As the library stores a token. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** The stored form of what a client sends; null: it cannot be an access token. */
export function accessTokenHash(sent: string): string | null {
  return sent.startsWith(ACCESS_TOKEN_PREFIX) ? hashToken(sent.slice(ACCESS_TOKEN_PREFIX.length)) : null;
}
