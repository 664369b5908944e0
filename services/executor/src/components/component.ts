import type { ClaimedSession, StartChildrenOutcome, ChildState, NewChild } from '@workflow/session-store';
import type { Component, Json, JsonObject } from '@workflow/workflow-model';
import type { EvaluationScope } from '../expressions/evaluation-scope.ts';
import type { HttpClient } from '../components/http/http-client.ts';

/** How one try of a component ended well. Failures are thrown as StepFailure. */
export type StepResult =
  | {
      kind: 'succeeded';
      output: Json;
      /** The port taken; `next` unless said. */
      port?: string;
      /** Of triggers: several placeholders at once, instead of the component's own. */
      placeholders?: JsonObject;
    }
  /** Goes on at `until`, or when a child of the component ends. */
  | { kind: 'waiting'; until: Date | null };

/** What a component may know and do while one of its tries runs. */
export interface StepContext extends EvaluationScope {
  readonly session: ClaimedSession;
  readonly component: Component;
  /** `<sessionId>:<run>:<componentId>:<iteration>`, the same for every try. */
  readonly idempotencyKey: string;
  readonly startedAt: Date;
  /** Set when the component goes on after it was waiting. */
  readonly waited: { until: Date | null } | null;
  readonly timeoutMs: number;
  readonly http: HttpClient;
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
  readChildren(): Promise<ChildState[]>;
}

/** A component of a definition, made ready once and shared by all sessions of that definition. */
export type ReadyComponent = (context: StepContext) => StepResult | Promise<StepResult>;

/** One type of component. */
export interface ComponentType {
  /**
   * Whether it does something outside of the session. Then it awaits `beginEffect`, which commits its RUNNING step, and
   * its result is committed before anything that depends on it begins.
   */
  readonly hasEffect: boolean;
  /** @throws StepFailure when the configuration cannot be used. */
  prepare(component: Component): ReadyComponent;
}

/** Applies `then` at once to a value that is there, so that what is not asynchronous costs no promise. */
export function whenReady<Value, Result>(value: Value | Promise<Value>, then: (value: Value) => Result): Result | Promise<Result> {
  return value instanceof Promise ? value.then(then) : then(value);
}
