import type { FailureCode } from '@workflow/workflow-model';

/** Why an operation on a collection has no effect, as the error of the step or of the request that asked for it. */
export class EffectRefused extends Error {
  override readonly name = 'EffectRefused';
  readonly retryable = false;
  readonly code: FailureCode;

  constructor(code: FailureCode, message: string) {
    super(message);
    this.code = code;
  }
}
