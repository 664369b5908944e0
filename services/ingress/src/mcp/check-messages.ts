import { ApiError, invalidRequest } from '../errors/api-error.ts';
import type { Scope } from '../http/caller.ts';
import { RESOURCE_METADATA_PATH } from './authenticate-mcp.ts';
import { findTool } from './tools/find-tools.ts';
import type { McpExchange } from './tools/tool.ts';

/** Maximum number of messages in one body, which JSON-RPC allowed until revision 2025-06-18. */
const MAX_MESSAGES = 20;

/**
 * Refuses messages before any is handled: calls without the scope that the tool needs, and messages above the rate.
 * Calls of tools have a rate, and all other messages a separate one of the same size.
 * @throws ApiError INVALID_REQUEST, INSUFFICIENT_SCOPE (with every missing scope), TOO_MANY_REQUESTS
 */
export async function checkMessages(exchange: McpExchange, body: unknown): Promise<void> {
  const messages = Array.isArray(body) ? (body as unknown[]) : [body];
  if (messages.length > MAX_MESSAGES) throw invalidRequest([`the body must have at most ${MAX_MESSAGES} messages`]);
  const names = messages.flatMap(toolCalled);
  await requireScopes(exchange, names);
  const { context, caller } = exchange;
  const rate = { perMinute: context.config.mcp.callsPerMinute };
  for (const index of messages.keys())
    await context.rateLimits.require(index < names.length ? 'mcp' : 'mcp-other', caller.id, rate);
}

/** Returns the name of the tool that a message calls. */
function toolCalled(message: unknown): string[] {
  if (typeof message !== 'object' || message === null || !('method' in message)) return [];
  const { method, params } = message as { method: unknown; params?: { name?: unknown } | null };
  return method === 'tools/call' && typeof params?.name === 'string' ? [params.name] : [];
}

async function requireScopes(exchange: McpExchange, names: readonly string[]): Promise<void> {
  const needed = new Set<Scope>();
  for (const name of new Set(names)) {
    const tool = await findTool(exchange, name);
    if (tool !== null && !exchange.scopes.includes(tool.scope)) needed.add(tool.scope);
  }
  if (needed.size === 0) return;
  const all = [...new Set([...exchange.scopes, ...needed])].join(' ');
  const metadata = `resource_metadata="${exchange.context.config.publicUrl}${RESOURCE_METADATA_PATH}"`;
  throw new ApiError('INSUFFICIENT_SCOPE', {
    values: { scope: [...needed].join("' and '") },
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${all}", ${metadata}` },
  });
}
