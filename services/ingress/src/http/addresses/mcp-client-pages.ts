/** Metadata that is the same for everybody. A client reads it first. */
const METADATA: ReadonlySet<string> = new Set([
  '/.well-known/oauth-protected-resource/mcp',
  '/.well-known/oauth-authorization-server',
  '/.well-known/oauth-authorization-server/api/auth',
]);
/** Paths that a client calls with data that it stores itself, never with a cookie. */
const CALLED: ReadonlySet<string> = new Set([
  '/mcp',
  '/api/auth/oauth2/register',
  '/api/auth/oauth2/token',
  '/api/auth/oauth2/revoke',
]);
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Returns the pages, in addition to those of CORS_ORIGINS, that may call a path because MCP clients run in them; null
 * for none.
 */
export function mcpClientPages(target: string | undefined): 'all' | typeof isLoopbackOrigin | null {
  const path = target?.split('?', 1)[0] ?? '';
  if (METADATA.has(path)) return 'all';
  return CALLED.has(path) ? isLoopbackOrigin : null;
}

/**
 * Returns true if a program on its reader's computer serves the page. A foreign name that was rebound to such an IP
 * address is still in the origin.
 */
function isLoopbackOrigin(origin: string): boolean {
  const url = URL.parse(origin);
  return url !== null && /^https?:$/.test(url.protocol) && LOOPBACK.has(url.hostname);
}

/** Returns true if a page of another origin may call `/mcp`, which uses no cookie. `listed` is CORS_ORIGINS. */
export function mayCallMcp(listed: readonly string[], origin: string): boolean {
  return listed.includes('*') || listed.includes(origin) || isLoopbackOrigin(origin);
}
