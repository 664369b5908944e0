import { StepFailure } from '@workflow/workflow-model';

/** Returns the failure of a step whose session another executor claimed. The session is aborted before this matters. */
export function claimLost(): StepFailure {
  return new StepFailure('INTERNAL_ERROR', 'The executor lost its claim on the session');
}
