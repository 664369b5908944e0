import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { AppContext } from '../../context.ts';
import { ApiError } from '../../errors/api-error.ts';
import { apiKeyOf } from './authenticate.ts';

/**
 * Checks that the request has the operator's key, which is valid only for these routes.
 * @throws ApiError NOT_FOUND if the service has no such key (its routes are not served then), UNAUTHORIZED without a
 * key, PERMISSION_DENIED with another key
 */
export function authenticateOperator({ config }: AppContext, request: IncomingMessage): void {
  if (config.operatorKey === null) throw new ApiError('NOT_FOUND');
  const key = apiKeyOf(request);
  if (key === undefined) throw new ApiError('UNAUTHORIZED');
  if (!timingSafeEqual(digest(key), digest(config.operatorKey))) throw new ApiError('PERMISSION_DENIED');
}

/** Hashes a key, because a comparison in constant time requires equal lengths. */
function digest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
