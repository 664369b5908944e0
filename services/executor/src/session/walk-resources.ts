import type { ClaimedSession, Fence } from '@workflow/session-store';
import type { PreparedWorkflow } from './prepared-workflow.ts';
import type { SessionResults } from './result-memory.ts';
import type { SessionClaim } from './session-claim.ts';
import type { SessionDependencies } from './session-dependencies.ts';
import type { SessionSecrets } from './session-secrets.ts';
import type { SessionSensitive } from './session-sensitive.ts';
import type { WalkClock } from './walk-clock.ts';

/** The resources that all steps of a claimed session share. */
export interface WalkResources {
  readonly session: ClaimedSession;
  readonly fence: Fence;
  /** The claim. A write that names the fence waits until the session is claimed. */
  readonly claim: SessionClaim;
  readonly workflow: PreparedWorkflow;
  readonly deps: SessionDependencies;
  readonly secrets: SessionSecrets;
  readonly sensitive: SessionSensitive;
  /** Counts the memory of the session's results. */
  readonly results: SessionResults;
  readonly clock: WalkClock;
  /** Fires with a ReleaseRequest at shutdown, with any other reason if the claim is lost. */
  readonly signal: AbortSignal;
}

/** Claims the session and repeats an operation of the store until it answers, or the step is over. */
export type FromStore = <Result>(operation: () => Promise<Result>) => Promise<Result>;
