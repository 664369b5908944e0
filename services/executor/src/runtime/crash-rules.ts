/** Executors lost in a row without a committed step, after which a session is given up. */
const MAX_CRASHES = 3;

/**
 * What to do with a claimed session: a session that took down two executors may well be their killer, so its third try
 * runs alone and can take nobody else's session with it.
 */
export function crashRule(crashes: number): 'run' | 'run-alone' | 'give-up' {
  if (crashes >= MAX_CRASHES) return 'give-up';
  return crashes === MAX_CRASHES - 1 ? 'run-alone' : 'run';
}
