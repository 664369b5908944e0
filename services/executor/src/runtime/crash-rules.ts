import { BLOCKED_CRASHES } from '@workflow/session-store';

/** A session fails after it lost this many executors in a row without a committed step. */
const MAX_CRASHES = 3;

/**
 * Decides what to do with a claimed session. A session that lost two executors may be the cause, so its third attempt
 * runs alone and cannot affect other sessions. A session that blocked its executor gets no further attempt.
 */
export function crashRule(crashes: number): 'run' | 'run-alone' | 'give-up' | 'blocked' {
  if (crashes >= BLOCKED_CRASHES) return 'blocked';
  if (crashes >= MAX_CRASHES) return 'give-up';
  return crashes === MAX_CRASHES - 1 ? 'run-alone' : 'run';
}
