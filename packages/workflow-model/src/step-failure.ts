import type { Json } from './definition.ts';
import { FAILURE_CODES, type FailureCode } from './failure-codes.ts';

/** A code of a workflow's author, instead of one of the registry. */
export type ChosenCode = string & { readonly chosenBy: 'author' };

export function asChosenCode(code: string): ChosenCode {
  return code as ChosenCode;
}

/** A failure of a component that its author can understand. Any other thrown error is an INTERNAL_ERROR. */
export class StepFailure extends Error {
  readonly code: FailureCode | ChosenCode;
  /** True if another attempt may succeed. */
  readonly retryable: boolean;
  /** The milliseconds before which the server requests no further attempt. */
  readonly retryAfterMs: number;
  /** The output of a failed step, such as the HTTP response of a refused request. */
  readonly output: Json;

  constructor(
    code: FailureCode | ChosenCode,
    message: string,
    options: { retryable?: boolean; retryAfterMs?: number; output?: Json } = {},
  ) {
    super(message);
    this.name = 'StepFailure';
    this.code = code;
    this.retryable = options.retryable ?? (isRegistered(code) && FAILURE_CODES[code].retryable);
    this.retryAfterMs = options.retryAfterMs ?? 0;
    this.output = options.output ?? null;
  }
}

function isRegistered(code: FailureCode | ChosenCode): code is FailureCode {
  return Object.hasOwn(FAILURE_CODES, code);
}

/** Returns the failure of a step that was still running at its timeout. */
export function timeoutFailure(timeoutMs: number): StepFailure {
  return new StepFailure('STEP_TIMEOUT', `The component took longer than ${timeoutMs / 1_000} s`);
}

/** Thrown if an attempt could not begin for a reason of the executor. It begins later and does not count. */
export class AttemptNotBegun extends Error {
  override readonly name = 'AttemptNotBegun';
}
