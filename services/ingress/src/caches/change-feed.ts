import type { ChangeRecord, Credentials, WindowState } from '@workflow/session-store';

export interface ChangeFeedOptions {
  credentials: Pick<Credentials, 'poll'>;
  pollMs: number;
  /** After this long without an answer, changes may have been missed and caches are not to be believed. */
  trustMs: number;
  now(): number;
  onChange(change: ChangeRecord): void;
  /** More changed than is kept: everything cached goes. */
  onTruncated(): void;
  onWindows(windows: WindowState[], dispatching: boolean): void;
  onError(error: unknown): void;
}

/**
 * Polls what changed in PostgreSQL (keys, tokens, published versions, secrets) and the dispatcher's windows,
 * in one statement. A poll that fails or hangs costs trust, never a request.
 */
export class ChangeFeed {
  readonly #options: ChangeFeedOptions;
  #sequence = 0n;
  #answeredAt = -Infinity;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  #polling: Promise<void> = Promise.resolve();

  constructor(options: ChangeFeedOptions) {
    this.#options = options;
  }

  /** Whether the caches can be believed: the last answer's question was asked at most `trustMs` ago. */
  trusted(): boolean {
    return this.#options.now() - this.#answeredAt <= this.#options.trustMs;
  }

  start(): Promise<void> {
    this.#polling = this.#poll();
    return this.#polling;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#polling;
  }

  async #poll(): Promise<void> {
    const askedAt = this.#options.now();
    try {
      const answer = await this.#options.credentials.poll(this.#sequence);
      if (answer.truncated) this.#options.onTruncated();
      else for (const change of answer.changes) this.#options.onChange(change);
      this.#sequence = answer.sequence;
      this.#answeredAt = askedAt;
      this.#options.onWindows(answer.windows, answer.dispatching);
    } catch (error) {
      this.#options.onError(error);
    }
    if (this.#stopped) return;
    const waitMs = Math.max(0, this.#options.pollMs - (this.#options.now() - askedAt));
    this.#timer = setTimeout(() => {
      this.#polling = this.#poll();
    }, waitMs);
  }
}
