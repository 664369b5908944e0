import type { Logger } from '@workflow/service-runtime';
import { backoffMs } from './backoff-ms.ts';

interface LoopFailuresOptions {
  /** The message that is logged for the first of consecutive failures. */
  message: string;
  baseMs: number;
  maxMs: number;
  logger: Logger;
  /** Called with the error of every failed round. */
  onStoreFailure: (error: unknown) => void;
}

/** The consecutive failures of a background loop. The first is logged, and the pause grows with each. */
export class LoopFailures {
  readonly #options: LoopFailuresOptions;
  #inARow = 0;

  constructor(options: LoopFailuresOptions) {
    this.#options = options;
  }

  /** Records a failed round. @returns milliseconds until the next one */
  failed(error: unknown): number {
    const { message, baseMs, maxMs, logger, onStoreFailure } = this.#options;
    onStoreFailure(error);
    this.#inARow += 1;
    if (this.#inARow === 1) logger.warn({ err: error }, message);
    return backoffMs(this.#inARow, baseMs, maxMs, Math.random());
  }

  /**
   * Records a successful round.
   * @returns the number of consecutive failures before it
   */
  reset(): number {
    const failures = this.#inARow;
    this.#inARow = 0;
    return failures;
  }
}
