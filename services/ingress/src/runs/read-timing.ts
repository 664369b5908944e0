import { parseDateTimePlaceholder } from '@workflow/placeholder-values';
import type { SessionTiming } from '@workflow/session-store';
import type { RunRequest } from '@workflow/validation';
import { dateTimeMillis, MAX_DELAY_SECONDS } from '@workflow/workflow-model';
import { invalidRequest } from '../errors/api-error.ts';

type SentTiming = Pick<RunRequest, 'startAt' | 'startAfterSeconds' | 'expireAfterSeconds'>;

/**
 * Reads when a session starts and expires. Returns undefined for a session that starts immediately and specifies no
 * expiry.
 * @throws ApiError INVALID_REQUEST that names the field
 */
export function readTiming(sent: SentTiming, nowMs: number): SessionTiming | undefined {
  const { startAt, startAfterSeconds, expireAfterSeconds } = sent;
  if (startAt === undefined && startAfterSeconds === undefined && expireAfterSeconds === undefined) return undefined;
  if (startAt !== undefined && startAfterSeconds !== undefined)
    throw invalidRequest(['startAt and startAfterSeconds must not be sent together']);
  return {
    ...(startAt !== undefined && { startAtMs: readStart(startAt, nowMs) }),
    ...(startAfterSeconds !== undefined && { startAfterSeconds }),
    ...(expireAfterSeconds !== undefined && { expireAfterSeconds }),
  };
}

function readStart(startAt: string, nowMs: number): number {
  const parsed = parseDateTimePlaceholder(startAt);
  if (!parsed.ok) throw invalidRequest([`startAt ${parsed.problem}`]);
  const startAtMs = dateTimeMillis(String(parsed.value));
  if (startAtMs > nowMs + MAX_DELAY_SECONDS * 1_000) throw invalidRequest(['startAt must be at most 366 days ahead']);
  return startAtMs;
}
