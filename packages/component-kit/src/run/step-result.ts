import type { Json, QuestionKind } from '@workflow/workflow-model';

/** The result of an attempt that did not fail. Failures are thrown as StepFailure. */
export type StepResult<Output = Json> =
  | {
      kind: 'succeeded';
      output: Output;
      /** The port on which the session continues. Default: `next`. */
      port?: string;
    }
  /** Waits until `until`. Null for no time limit. */
  | {
      kind: 'waiting';
      until: Date | null;
      /** True to continue also when a child of the component ends. */
      forChildren?: true;
      /** Set to continue also when the component's question is answered. */
      forAnswer?: QuestionKind;
      /** The throttle that allows the call at `until`. The attempt has not started. */
      throttledBy?: string;
    };

/** Applies `then` synchronously to a value that is not a promise, so that synchronous code costs no promise. */
export function whenReady<Value, Result>(
  value: Value | Promise<Value>,
  then: (value: Value) => Result,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(then) : then(value);
}
