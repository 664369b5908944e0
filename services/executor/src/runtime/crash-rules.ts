import { BLOCKED_CRASHES } from '@workflow/session-store';

/** The number of executors lost in a row without a committed step after which a session fails. */
const MAX_CRASHES = 3;

/**
 * Decides what to do with a claimed session. A session that lost two executors may have killed them, so its third try
 * runs alone and cannot affect other sessions. A session that blocked its executor is not tried again.
 */
export function crashRule(crashes: number): 'run' | 'run-alone' | 'give-up' | 'blocked' {
  if (crashes >= BLOCKED_CRASHES) return 'blocked';
  if (crashes >= MAX_CRASHES) return 'give-up';
  return crashes === MAX_CRASHES - 1 ? 'run-alone' : 'run';
}
