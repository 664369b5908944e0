/** Executors lost in a row without a committed step after which a session fails. */
const MAX_CRASHES = 3;

/**
 * What to do with a claimed session: one that lost two executors may have killed them, so its third try runs alone and
 * cannot take other sessions down with it.
 */
export function crashRule(crashes: number): 'run' | 'run-alone' | 'give-up' {
  if (crashes >= MAX_CRASHES) return 'give-up';
  return crashes === MAX_CRASHES - 1 ? 'run-alone' : 'run';
}
