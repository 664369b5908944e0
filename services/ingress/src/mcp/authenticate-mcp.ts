import type { IncomingMessage } from 'node:http';
import type { AppContext } from '../context.ts';
import { ApiError } from '../errors/api-error.ts';
import type { Caller, Scope } from '../http/caller.ts';
import { isFromTrustedOrigin } from '../http/addresses/trusted-origin.ts';
import { apiKeyCaller } from '../http/routing/authenticate.ts';

/** Who makes a request of MCP, and what they may. */
export interface McpCaller {
  caller: Caller;
  scopes: readonly Scope[];
}

/**
 * An API key, in `x-api-key` or as a bearer token. A page of another site cannot send either without our saying so, and
 * is refused all the same: it may be a rebound name of this very address.
 * @throws ApiError UNTRUSTED_ORIGIN; UNAUTHORIZED without a key, PERMISSION_DENIED for an unknown, deleted or expired
 *   one
 */
export async function authenticateMcp(context: AppContext, request: IncomingMessage): Promise<McpCaller> {
  const { headers } = request;
  if (headers.origin !== undefined && !isFromTrustedOrigin(context.config.publicUrl, headers))
    throw new ApiError('UNTRUSTED_ORIGIN');
  const key = keyOf(request);
  if (key === undefined) throw new ApiError('UNAUTHORIZED', { headers: { 'WWW-Authenticate': 'Bearer' } });
  const caller = await apiKeyCaller(context, key);
  context.lastUsed.apiKey(caller.id);
  return { caller, scopes: caller.scopes as Scope[] };
}

function keyOf({ headers }: IncomingMessage): string | undefined {
  const key = headers['x-api-key'];
  if (typeof key === 'string' && key !== '') return key;
  return /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
}
