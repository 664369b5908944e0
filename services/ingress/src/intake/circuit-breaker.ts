interface CircuitOptions {
  /** The pause before the first attempt after a failure. It doubles up to `maxOpenMs`. */
  openMs: number;
  maxOpenMs: number;
}

/** Tracks whether the queue accepts jobs. Its methods take the time as an argument. */
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

  /** Returns true if the queue may be tried again now. */
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
