/** The same for everybody, and read before a client knows anything else. */
const METADATA: ReadonlySet<string> = new Set([
  '/.well-known/oauth-protected-resource/mcp',
  '/.well-known/oauth-authorization-server',
  '/.well-known/oauth-authorization-server/api/auth',
]);
/** What a client calls with what it keeps itself, never with a cookie. */
const CALLED: ReadonlySet<string> = new Set([
  '/mcp',
  '/api/auth/oauth2/register',
  '/api/auth/oauth2/token',
  '/api/auth/oauth2/revoke',
]);
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Pages, beside those of CORS_ORIGINS, that may call a path because clients of MCP run in them; null: none. */
export function mcpClientPages(target: string | undefined): 'all' | typeof isLoopbackOrigin | null {
  const path = target?.split('?', 1)[0] ?? '';
  if (METADATA.has(path)) return 'all';
  return CALLED.has(path) ? isLoopbackOrigin : null;
}

/**
 * Whether a page is served by a program on its reader's computer. A name of others that was rebound to such an address
 * keeps its name in the origin.
 */
function isLoopbackOrigin(origin: string): boolean {
  const url = URL.parse(origin);
  return url !== null && /^https?:$/.test(url.protocol) && LOOPBACK.has(url.hostname);
}

/** Whether a page of another origin may call `/mcp`, which takes no cookie. `listed`: CORS_ORIGINS. */
export function mayCallMcp(listed: readonly string[], origin: string): boolean {
  return listed.includes('*') || listed.includes(origin) || isLoopbackOrigin(origin);
}
