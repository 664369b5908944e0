import type { FailureCode } from '@workflow/workflow-model';

/** Explains why an operation on a collection was refused. It becomes the error of the step or request. */
export class EffectRefused extends Error {
  override readonly name = 'EffectRefused';
  readonly retryable = false;
  readonly code: FailureCode;

  constructor(code: FailureCode, message: string) {
    super(message);
    this.code = code;
  }
}
