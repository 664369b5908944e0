import type { RetryOutcome } from '@workflow/session-store';
import { conflict, type ApiError } from '../errors/api-error.ts';

type Refusal = Exclude<RetryOutcome, { kind: 'retried' | 'not-found' }>;

const REFUSALS: Record<Exclude<Refusal['kind'], 'impossible'>, string> = {
  'not-terminal': 'The session has not ended yet',
  succeeded: 'The session succeeded; start a new one instead',
  'no-runs-left': 'The session had as many runs as one may have (MAX_RUNS_PER_SESSION); start a new one instead',
  'no-such-turn': 'The session has no such turn of an agent that did not succeed',
  unpublished: 'The workflow has no published version to retry on',
};

/** Returns why a session cannot be retried, as a sentence for the API. */
export function reasonOf(refusal: Refusal): string {
  if (refusal.kind !== 'impossible') return REFUSALS[refusal.kind];
  const target = refusal.version === null ? 'the draft' : `version ${refusal.version}`;
  return `The session cannot go on with ${target}: ${refusal.reason}`;
}

/** Creates a 409 with the reason. */
export function refusedRetry(refusal: Refusal): ApiError {
  return conflict(reasonOf(refusal));
}
