import { MAX_DATE_TIME_LENGTH, parseDateTimePlaceholder } from '@workflow/placeholder-values';
import type { SessionTiming } from '@workflow/session-store';
import type { RunRequest } from '@workflow/validation';
import { dateTimeMillis, MAX_DELAY_SECONDS, type Checked } from '@workflow/workflow-model';

type SentTiming = Pick<RunRequest, 'startAt' | 'startAfterSeconds' | 'expireAfterSeconds'>;

/**
 * Reads when a session starts and expires, or returns all problems that the schema does not report. The value is
 * undefined for a session that starts immediately and specifies no expiry.
 */
export function readTiming(sent: SentTiming, nowMs: number): Checked<SessionTiming | undefined> {
  const { startAt, startAfterSeconds, expireAfterSeconds } = sent;
  if (startAt === undefined && startAfterSeconds === undefined && expireAfterSeconds === undefined)
    return { ok: true, value: undefined };
  const start = startAt === undefined ? null : readStart(startAt, nowMs);
  const problems =
    startAt !== undefined && startAfterSeconds !== undefined
      ? ['startAt and startAfterSeconds must not be sent together']
      : [];
  if (start?.ok === false) problems.push(...start.problems);
  if (start?.ok === false || problems.length > 0) return { ok: false, problems };
  return {
    ok: true,
    value: {
      ...(start !== null && { startAtMs: start.value }),
      ...(startAfterSeconds !== undefined && { startAfterSeconds }),
      ...(expireAfterSeconds !== undefined && { expireAfterSeconds }),
    },
  };
}

/** Reports no problem for a value of a wrong type or length, because the schema reports it. */
function readStart(startAt: unknown, nowMs: number): Checked<number> {
  // The schema counts characters, which have up to two code units.
  if (typeof startAt !== 'string' || startAt.length > 2 * MAX_DATE_TIME_LENGTH) return { ok: false, problems: [] };
  const parsed = parseDateTimePlaceholder(startAt);
  if (!parsed.ok) return { ok: false, problems: [`startAt ${parsed.problem}`] };
  const startAtMs = dateTimeMillis(String(parsed.value));
  if (startAtMs > nowMs + MAX_DELAY_SECONDS * 1_000)
    return { ok: false, problems: ['startAt must be at most 366 days ahead'] };
  return { ok: true, value: startAtMs };
}
