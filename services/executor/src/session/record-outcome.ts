import type { Fence, RunningSessions, SessionEnd, Written } from '@workflow/session-store';
import type { SessionOutcome } from './session-outcome.ts';

/** Writes how an attempt ended, with the steps not written yet. false: the fence did not hold and nothing was written. */
export function recordOutcome(store: Pick<RunningSessions, 'end'>, fence: Fence, outcome: SessionOutcome): Promise<Written> {
  if (outcome.kind === 'lost') return Promise.resolve(false);
  return store.end(fence, endOf(outcome), outcome.steps);
}

function endOf(outcome: Exclude<SessionOutcome, { kind: 'lost' }>): SessionEnd {
  switch (outcome.kind) {
    case 'succeeded':
      return { kind: 'succeeded', output: outcome.output };
    case 'failed':
      return { kind: 'failed', error: outcome.error };
    case 'waiting':
      return { kind: 'waiting', dueAt: outcome.dueAt, childrenSeen: outcome.childrenSeen };
    case 'handed-back':
      return { kind: 'handed-back' };
  }
}
