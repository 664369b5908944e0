import type { StepRecord } from '@workflow/session-store';
import type { Json, QuestionKind, SessionError } from '@workflow/workflow-model';
import type { SessionOutcome } from './session-outcome.ts';

/** One try of one component. Events of a try that is over are ignored. */
export interface StepTry {
  readonly componentId: string;
  readonly attempt: number;
}

/** A try to run. */
export interface StepStart extends StepTry {
  readonly startedAt: Date;
  /** What the component sees; without a prototype. */
  readonly placeholders: Readonly<Record<string, Json>>;
  /** Set when the component goes on after it was waiting, with the input that its WAITING step has. */
  readonly waited: { readonly until: Date | null; readonly input: Json } | null;
  /** The component waited for its turn in a throttle. */
  readonly hasTurn: boolean;
}

/** An event of a session's walk. PostgreSQL can store its values, and secrets in them are masked. */
export type WalkEvent =
  /** The walk begins, or the time of the last `waitUntil` has come. */
  | { kind: 'woken' }
  /** The component that was started is asynchronous: its result comes later. */
  | ({ kind: 'under-way' } & StepTry)
  /** The component is about to begin its effect, with this input. */
  | ({ kind: 'effect-ready'; input: Json } & StepTry)
  | ({ kind: 'succeeded'; input: Json; output: Json; port: string } & StepTry)
  /**
   * @property until null: at no time
   * @property throttledBy the throttle whose turn comes then, before the try begins; null: none
   * @property forChildren it goes on when a child of the component ends as well
   * @property forAnswer it goes on when its question is answered as well
   * @property beginsAnew the same try begins then, as if it had not begun before
   */
  | ({
      kind: 'waiting';
      input: Json;
      until: Date | null;
      throttledBy: string | null;
      forChildren: boolean;
      forAnswer?: QuestionKind | undefined;
      beginsAnew: boolean;
    } & StepTry)
  /** @property retryAfterMs the shortest wait before another try, where the failure says one */
  | ({
      kind: 'failed';
      input: Json;
      output: Json;
      error: SessionError;
      retryable: boolean;
      retryAfterMs?: number;
    } & StepTry)
  /** The store answered a commit. `written` false: the claim is lost. */
  | { kind: 'committed'; commit: number; written: boolean }
  /** Shutdown, a lost claim, or an internal error: the walk stops. */
  | { kind: 'stopped'; outcome: SessionOutcome };

/** An action of the driver; actions are performed in order. */
export type WalkAction =
  /** Run the component and answer with how it ended, or that it is under way; or let its effect begin. */
  | { kind: 'start'; part: 'component'; step: StepStart }
  | { kind: 'start'; part: 'effect'; step: StepTry }
  /** Write the steps after those of earlier commits, and answer `committed`. */
  | { kind: 'commit'; commit: number; steps: StepRecord[] }
  /** Wake the walk at this time (milliseconds since the epoch) instead of any other asked for before. */
  | { kind: 'waitUntil'; atMs: number }
  /** Only the outcome may still be written, and everything under way must be stopped. */
  | { kind: 'end'; outcome: SessionOutcome };
