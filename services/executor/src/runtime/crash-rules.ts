import { BLOCKED_CRASHES } from '@workflow/session-store';

/** Executors lost in a row without a committed step after which a session fails. */
const MAX_CRASHES = 3;

/**
 * What to do with a claimed session: one that lost two executors may have killed them, so its third try runs alone and
 * cannot take other sessions down with it. One that is known to have blocked its executor is not tried again.
 */
export function crashRule(crashes: number): 'run' | 'run-alone' | 'give-up' | 'blocked' {
  if (crashes >= BLOCKED_CRASHES) return 'blocked';
  if (crashes >= MAX_CRASHES) return 'give-up';
  return crashes === MAX_CRASHES - 1 ? 'run-alone' : 'run';
}
