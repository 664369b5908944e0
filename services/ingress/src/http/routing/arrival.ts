import type { Request } from 'express';
import type { AppContext } from '../../context.ts';
import { clientNetwork } from '../addresses/client-address.ts';
import type { Route } from '../define-route.ts';
import { apiKeyOf } from './authenticate.ts';
import type { Call } from './call.ts';

/**
 * Returns what a request waits for before its caller is known: the rate limit of requests without a key, and its turn
 * among those of its network. A request with a key waits for nothing, because looking up the key costs almost nothing.
 */
export function arrivalOf(context: AppContext, { security, isProbe = false }: Route): (call: Call) => Promise<void> {
  const { publicRateLimit, addressShares } = context;
  return async ({ request, turn }) => {
    if (isProbe || security.kind === 'operator' || security.kind === 'webhook-token') return;
    if (security.kind === 'caller' && !isByCookie(request)) return;
    const network = clientNetwork(request);
    if (security.kind === 'public') await publicRateLimit.wait(network);
    if (security.kind === 'person') await publicRateLimit.waitInNetwork(network);
    await turn.enter(addressShares, network);
  };
}

/** Returns true if a cookie identifies the caller, which takes queries to check. */
function isByCookie(request: Request): boolean {
  return request.headers.cookie !== undefined && apiKeyOf(request) === undefined;
}
