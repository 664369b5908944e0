import type { ClaimedSession, StartChildrenOutcome, ChildState, NewChild } from '@workflow/session-store';
import type { Component, Json, TraceContext } from '@workflow/workflow-model';
import type { EvaluationScope } from '../expressions/evaluation-scope.ts';
import type { HttpClient } from '../components/http/http-client.ts';
import type { Throttles } from '../components/http/throttles.ts';

/** The result of a try that did not fail. Failures are thrown as StepFailure. */
export type StepResult =
  | {
      kind: 'succeeded';
      output: Json;
      /** The port taken; `next` when left out. */
      port?: string;
    }
  /** Goes on at `until`; null: at no time. */
  | {
      kind: 'waiting';
      until: Date | null;
      /** true: goes on when a child of the component ends as well. */
      forChildren?: true;
      /** The throttle whose turn comes at `until`: the try has not begun. */
      throttledBy?: string;
    };

/** The context of one try of a component. */
export interface StepContext extends EvaluationScope {
  readonly session: ClaimedSession;
  readonly component: Component;
  /** `<sessionId>:<run>:<componentId>:<iteration>`, the same for every try. */
  readonly idempotencyKey: string;
  readonly startedAt: Date;
  /** Set when the component continues after it was waiting. */
  readonly waited: { until: Date | null } | null;
  readonly timeoutMs: number;
  /** The trace that the component's calls continue; null: none. */
  readonly trace: TraceContext | null;
  readonly http: HttpClient;
  readonly throttles: Throttles;
  /** The component waited for its turn in a throttle. */
  readonly hasTurn: boolean;
  now(): number;
  /** Keeps the resolved configuration for the step's record. */
  recordInput(input: Json): void;
  /**
   * The same, and commits the RUNNING step of a component with an effect: to be awaited before the effect begins. Does
   * nothing more when the component goes on after waiting. @throws when the session is over
   */
  beginEffect(input: Json): Promise<void>;
  /** Children of this component; started ones are left alone. */
  startChildren(children: NewChild[]): Promise<StartChildrenOutcome>;
  /** Children of this run, and those of earlier runs that succeeded; by iteration. */
  readChildren(): Promise<ChildState[]>;
  /** Cancels those under way, when the step fails while the session may go on. */
  cancelChildren(): Promise<void>;
}

/** A component of a definition, made ready once and shared by all sessions of that definition. */
export type ReadyComponent = (context: StepContext) => StepResult | Promise<StepResult>;

/** What the other components of the reachable part read of a component's output. */
export interface OutputReaders {
  /** Whether one of them may read this field of it. */
  readField(field: string): boolean;
}

/** One type of component. */
export interface ComponentType {
  /**
   * A type that has an effect, as its descriptor in the catalogue says, awaits `beginEffect`, which commits its RUNNING
   * step, and its result is committed before anything that depends on it begins.
   * @throws StepFailure when the configuration cannot be used.
   */
  prepare(component: Component, readers: OutputReaders): ReadyComponent;
}

/** Applies `then` at once to a value that is no promise, so that synchronous work costs no promise. */
export function whenReady<Value, Result>(
  value: Value | Promise<Value>,
  then: (value: Value) => Result,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(then) : then(value);
}
