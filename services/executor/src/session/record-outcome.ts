import type { Execution, Fence, Written } from '@workflow/session-store';
import type { SessionOutcome } from './session-outcome.ts';

/**
 * Writes how a claim ended, with the remaining steps. Resolves to false if the claim is lost and nothing was written.
 */
export function recordOutcome(store: Pick<Execution, 'end'>, fence: Fence, outcome: SessionOutcome): Promise<Written> {
  return outcome.kind === 'lost' ? Promise.resolve(false) : store.end(fence, outcome, outcome.steps);
}
