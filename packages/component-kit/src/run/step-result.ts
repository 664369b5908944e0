import type { Json, QuestionKind } from '@workflow/workflow-model';

/** The result of a try that did not fail. Failures are thrown as StepFailure. */
export type StepResult<Output = Json> =
  | {
      kind: 'succeeded';
      output: Output;
      /** The port taken; `next` when left out. */
      port?: string;
    }
  /** Goes on at `until`; null: at no time. */
  | {
      kind: 'waiting';
      until: Date | null;
      /** true: goes on when a child of the component ends as well. */
      forChildren?: true;
      /** Goes on when the component's question is answered as well. */
      forAnswer?: QuestionKind;
      /** The throttle whose turn comes at `until`: the try has not begun. */
      throttledBy?: string;
    };

/** Applies `then` at once to a value that is no promise, so that synchronous work costs no promise. */
export function whenReady<Value, Result>(
  value: Value | Promise<Value>,
  then: (value: Value) => Result,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(then) : then(value);
}
