/** A reading that took longer, in milliseconds, is too inexact. */
const MAX_ANSWER_MS = 1_000;

/**
 * PostgreSQL's clock as this executor knows it from its heartbeats. It decides what is due, because the clocks of
 * executors differ. A session that runs before it is claimed has no separate reading.
 */
export class StoreClock {
  readonly #now: () => number;
  #offsetMs: number | null = null;

  /** @param now the machine's clock, in milliseconds since the epoch */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Reads the clock by an operation that returns it. */
  async learn<Answer extends { now: Date }>(operation: () => Promise<Answer>): Promise<Answer> {
    const askedAt = this.#now();
    const answer = await operation();
    const answeredAt = this.#now();
    const tookMs = answeredAt - askedAt;
    if (tookMs >= 0 && tookMs <= MAX_ANSWER_MS) this.#offsetMs = answer.now.getTime() - (askedAt + answeredAt) / 2;
    return answer;
  }

  /** Returns null when the clock was not read yet. */
  now(): Date | null {
    return this.#offsetMs === null ? null : new Date(this.#now() + this.#offsetMs);
  }
}
