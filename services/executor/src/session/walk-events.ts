import type { StepRecord } from '@workflow/session-store';
import type { Json, QuestionKind, SessionError } from '@workflow/workflow-model';
import type { SessionOutcome } from './session-outcome.ts';

/** One attempt of one component. Events of an attempt that is over are ignored. */
export interface StepAttempt {
  readonly componentId: string;
  readonly attempt: number;
}

/** An attempt to run. */
export interface StepStart extends StepAttempt {
  readonly startedAt: Date;
  /** The placeholders that the component sees. The object has no prototype. */
  readonly placeholders: Readonly<Record<string, Json>>;
  /** Set if the component continues after waiting, with the input of its WAITING step. */
  readonly waited: { readonly until: Date | null; readonly input: Json } | null;
  /** True if the component waited for its turn in a throttle. */
  readonly hasTurn: boolean;
  /** True if an executor died after an earlier attempt began its effect. */
  readonly mayHaveHappened: boolean;
}

/** An event of a session's walk. PostgreSQL can store its values, and secrets in them are masked. */
export type WalkEvent =
  /** The walk begins, or the time of the last `waitUntil` was reached. */
  | { kind: 'woken' }
  /** The started component is asynchronous. Its result follows later. */
  | ({ kind: 'under-way' } & StepAttempt)
  /** The component is about to begin its effect, with this input. */
  | ({ kind: 'effect-ready'; input: Json } & StepAttempt)
  | ({ kind: 'succeeded'; input: Json; output: Json; port: string } & StepAttempt)
  | ({
      kind: 'waiting';
      input: Json;
      /** Null if it does not wait for a time. */
      until: Date | null;
      /** The throttle in which the attempt waits for its turn; null if it waits for none. */
      throttledBy: string | null;
      /** True if it also continues when a child of the component ends. */
      forChildren: boolean;
      /** Set if it also continues when its question is answered. */
      forAnswer?: QuestionKind | undefined;
      /** True if the attempt begins again after the wait, as if it had not begun before. */
      startsAgain: boolean;
    } & StepAttempt)
  | ({
      kind: 'failed';
      input: Json;
      output: Json;
      error: SessionError;
      retryable: boolean;
      /** The minimum time before another attempt, if the failure has one. */
      retryAfterMs?: number;
    } & StepAttempt)
  /** The store answered a commit. `written` is false if the claim is lost. */
  | { kind: 'committed'; commit: number; written: boolean }
  /** The walk stops because of a shutdown, a lost claim, or an internal error. */
  | { kind: 'stopped'; outcome: SessionOutcome };

/** An action of the driver. Actions are performed in order. */
export type WalkAction =
  /** Runs the component, and reports its end or that it is still running. The other part lets its effect begin. */
  | { kind: 'start'; part: 'component'; step: StepStart }
  | { kind: 'start'; part: 'effect'; step: StepAttempt }
  /** Writes the steps after those of earlier commits, and answers `committed`. */
  | { kind: 'commit'; commit: number; steps: StepRecord[] }
  /** Wakes the walk at this time (milliseconds since the epoch) instead of any time that was requested before. */
  | { kind: 'waitUntil'; atMs: number }
  /** Only the outcome may still be written, and everything that runs must be stopped. */
  | { kind: 'end'; outcome: SessionOutcome };
