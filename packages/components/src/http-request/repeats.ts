import type { AnsweredHop, RunContext } from '@workflow/component-kit/run';

/** Methods that can be sent twice without another effect (RFC 9110 §9.2.2). */
const IDEMPOTENT = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);
/** Statuses of requests that were not processed: the sender must sign in, or send the same request elsewhere. */
const NOT_PROCESSED = new Set([401, 307, 308]);

export function isIdempotent(method: string): boolean {
  return IDEMPOTENT.has(method);
}

/**
 * Decides whether a failed attempt may be repeated. A request that is not idempotent may have had its effect when its
 * response begins. So it must not be sent again after a later failure, such as a broken body, a timeout, a file that
 * cannot be stored, or a failed redirect. If the whole response has arrived, its status decides.
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

  /** Records that the response to a request has begun. */
  onAnswer(hop: AnsweredHop): void {
    this.#last = hop;
    if (!this.#isRepeatable(hop.method)) this.#context.allowRetry(NOT_PROCESSED.has(hop.status));
  }

  /** Records that the last response has arrived completely. */
  onEnd(): void {
    if (this.#last !== null && !this.#isRepeatable(this.#last.method)) this.#context.allowRetry(true);
  }
}
