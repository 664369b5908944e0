import type { AnsweredHop, RunContext } from '@workflow/component-kit/run';

/** Methods that can be sent twice without another effect (RFC 9110 §9.2.2). */
const IDEMPOTENT = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);
/** Responses to a request that was not processed: sign in first, or send the same request elsewhere. */
const NOT_PROCESSED = new Set([401, 307, 308]);

export function isIdempotent(method: string): boolean {
  return IDEMPOTENT.has(method);
}

/**
 * Decides if a try that fails may be tried again. A request that is not idempotent may have had its effect as soon as
 * its response begins, so whatever fails afterwards must not send it again: a broken body, a time-out, a file that
 * cannot be stored, or the request that a redirect leads to. Only a failing status whose response arrived decides for
 * itself.
 */
export class Repeats {
  readonly #context: Pick<RunContext, 'allowRetry'>;
  readonly #isRepeatable: (method: string) => boolean;
  #last: AnsweredHop | null = null;

  /** @param isRepeatable whether a request of a method may be sent twice */
  constructor(context: Pick<RunContext, 'allowRetry'>, isRepeatable: (method: string) => boolean = isIdempotent) {
    this.#context = context;
    this.#isRepeatable = isRepeatable;
  }

  /** Notes that the response to a request has begun. */
  onAnswer(hop: AnsweredHop): void {
    this.#last = hop;
    if (!this.#isRepeatable(hop.method)) this.#context.allowRetry(NOT_PROCESSED.has(hop.status));
  }

  /** Notes that the last response is whole. */
  onEnd(): void {
    if (this.#last !== null && !this.#isRepeatable(this.#last.method)) this.#context.allowRetry(true);
  }
}
