import type { People } from '@workflow/session-store';
import { ApiError } from '../errors/api-error.ts';
import { retryAfter } from './sign-ins/sign-in-limits.ts';

/**
 * Counts an attempt for `key`. `max` attempts are allowed in `windowMs`.
 * @throws ApiError TOO_MANY_REQUESTS, with the time of the next allowed attempt
 */
export async function requireAttempt(
  people: Pick<People, 'takeAttempt'>,
  key: string,
  max: number,
  windowMs: number,
): Promise<void> {
  const { allowed, retryAfterMs } = await people.takeAttempt(key, max, windowMs);
  if (!allowed) throw new ApiError('TOO_MANY_REQUESTS', { headers: { 'Retry-After': retryAfter(retryAfterMs) } });
}
