export interface CircuitOptions {
  /** Wait before the first trial after a failure; doubles up to `maxOpenMs`. */
  openMs: number;
  maxOpenMs: number;
}

/** Whether the queue takes jobs, as far as is known. Takes the time as an argument. */
export class CircuitBreaker {
  readonly #options: CircuitOptions;
  #openedAtMs: number | null = null;
  #waitMs: number;

  constructor(options: CircuitOptions) {
    this.#options = options;
    this.#waitMs = options.openMs;
  }

  get isOpen(): boolean {
    return this.#openedAtMs !== null;
  }

  /** Whether the queue may be tried again now. */
  mayTry(nowMs: number): boolean {
    return this.#openedAtMs !== null && nowMs - this.#openedAtMs >= this.#waitMs;
  }

  succeeded(): void {
    this.#openedAtMs = null;
    this.#waitMs = this.#options.openMs;
  }

  failed(nowMs: number): void {
    if (this.#openedAtMs !== null) this.#waitMs = Math.min(this.#waitMs * 2, this.#options.maxOpenMs);
    this.#openedAtMs = nowMs;
  }
}
