import type { IncomingMessage } from 'node:http';
import { callerKeyKind, type ApiKeyRecord } from '@workflow/session-store';
import { hashCallerKey } from '../../caches/caller-caches.ts';
import type { AppContext } from '../../context.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { ApiKeyCaller, Caller, Scope } from '../caller.ts';
import type { RouteSecurity } from '../define-route.ts';

type CallerSecurity = Extract<RouteSecurity, { kind: 'caller' }>;

/**
 * Returns the caller and checks its permission (contract §5.1): by a key if there is one, otherwise by the cookie
 * session.
 * @throws ApiError UNAUTHORIZED without either, PERMISSION_DENIED for an unknown, deleted or expired key,
 * INSUFFICIENT_SCOPE, PEOPLE_ONLY, ADMIN_ONLY, SECOND_FACTOR_REQUIRED
 */
export async function authenticate(
  context: AppContext,
  request: IncomingMessage,
  security: CallerSecurity,
): Promise<Caller> {
  const key = apiKeyOf(request);
  if (key !== undefined) {
    const caller = await apiKeyCaller(context, key);
    if (security.keys === false) throw new ApiError('PEOPLE_ONLY');
    requireScope(caller, security.scope);
    context.lastUsed.apiKey(caller.id);
    return caller;
  }
  if (request.headers.cookie === undefined || security.users === false) throw new ApiError('UNAUTHORIZED');
  const user = await context.accounts.users.authenticate(request);
  if (user === null) throw new ApiError('UNAUTHORIZED');
  if (security.role === 'admin' && user.role !== 'admin') throw new ApiError('ADMIN_ONLY');
  return user;
}

/**
 * Returns the caller to which a key belongs.
 * @throws ApiError PERMISSION_DENIED for an unknown, deleted or expired key
 */
export async function apiKeyCaller(context: AppContext, key: string): Promise<ApiKeyCaller> {
  const record = await findApiKey(context, key);
  if (record === null || (record.expiresAt !== null && record.expiresAt.getTime() <= context.caches.clock.nowMs()))
    throw new ApiError('PERMISSION_DENIED');
  const { id, organizationId, name, scopes, workflowIds, runsPerMinute, runBurst } = record;
  return { kind: 'api-key', organizationId, id, name, scopes, workflowIds, runsPerMinute, runBurst };
}

/** Returns null for an unknown key. A key with an invalid form or checksum costs no query. */
async function findApiKey(context: AppContext, key: string): Promise<ApiKeyRecord | null> {
  const keyHash = hashCallerKey(key);
  const cached = context.caches.apiKeys.peek(keyHash);
  if (cached !== undefined) return cached;
  return callerKeyKind(key) === 'api-key' ? context.caches.apiKeys.load(keyHash) : null;
}

/** Returns the API key of a request. Returns undefined if the header is missing or empty. */
export function apiKeyOf({ headers }: IncomingMessage): string | undefined {
  const key = headers['x-api-key'];
  return typeof key === 'string' && key !== '' ? key : undefined;
}

/** @throws ApiError INSUFFICIENT_SCOPE */
function requireScope({ scopes }: ApiKeyCaller, scope: Scope | readonly Scope[]): void {
  const enough = typeof scope === 'string' ? [scope] : scope;
  if (!enough.some((one) => scopes.includes(one)))
    throw new ApiError('INSUFFICIENT_SCOPE', { values: { scope: enough.join("' or '") } });
}
