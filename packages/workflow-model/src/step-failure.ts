import type { Json } from './definition.ts';
import { FAILURE_CODES, type FailureCode } from './failure-codes.ts';

/** A code that the author of a workflow chose, in place of one of the registry. */
export type ChosenCode = string & { readonly chosenBy: 'author' };

export function asChosenCode(code: string): ChosenCode {
  return code as ChosenCode;
}

/** A component failed in a way that its author can understand. Anything else that is thrown is an INTERNAL_ERROR. */
export class StepFailure extends Error {
  readonly code: FailureCode | ChosenCode;
  /** Whether another try may help. */
  readonly retryable: boolean;
  /** Milliseconds before which another try is useless, as the other side said. */
  readonly retryAfterMs: number;
  /** The step's output beside the error, such as the HTTP response of a refused request. */
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

/** Of a step that was still under way when its time was up. */
export function timeoutFailure(timeoutMs: number): StepFailure {
  return new StepFailure('STEP_TIMEOUT', `The component took longer than ${timeoutMs / 1_000} s`);
}

/** A try could not begin, for a reason of the executor and no fault of the workflow: it begins later, uncounted. */
export class TryNotBegun extends Error {
  override readonly name = 'TryNotBegun';
}
