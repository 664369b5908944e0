/** A reading that took more milliseconds than this is too inexact. */
const MAX_ANSWER_MS = 1_000;
/** Two readings of a clock that was not set differ by less, even if each was inexact. */
const STEP_MS = 2_000;

/** The machine's clock at the start of the process, advanced by a clock that nobody sets. */
const monotonicNow = (): number => performance.timeOrigin + performance.now();

/**
 * PostgreSQL's clock as this process reads it from statements that it sends regularly. Due and expiry times are
 * compared with it, because the clocks of machines differ and can be set.
 */
export class StoreClock {
  readonly #now: () => number;
  #offsetMs: number | null = null;
  #steppedAt = -Infinity;
  #isExact = true;

  /** @param now a clock in milliseconds since the epoch that never steps */
  constructor(now: () => number = monotonicNow) {
    this.#now = now;
  }

  /** Reads the clock by an operation that returns it. */
  async learn<Answer extends { now: Date }>(operation: () => Promise<Answer>): Promise<Answer> {
    const askedAt = this.#now();
    const answer = await operation();
    const answeredAt = this.#now();
    const tookMs = answeredAt - askedAt;
    this.#isExact = tookMs >= 0 && tookMs <= MAX_ANSWER_MS;
    if (!this.#isExact) return answer;
    const offsetMs = answer.now.getTime() - (askedAt + answeredAt) / 2;
    if (this.#offsetMs !== null && Math.abs(offsetMs - this.#offsetMs) > STEP_MS) this.#steppedAt = answeredAt;
    this.#offsetMs = offsetMs;
    return answer;
  }

  /**
   * Returns the milliseconds since a reading found that PostgreSQL's clock had been set: Infinity if none did, and 0 if
   * the last reading was too inexact.
   */
  msSinceStep(): number {
    return this.#isExact ? this.#now() - this.#steppedAt : 0;
  }

  /** Returns null when the clock was not read yet. */
  now(): Date | null {
    return this.#offsetMs === null ? null : new Date(this.#now() + this.#offsetMs);
  }

  /** Returns milliseconds since the epoch; by the machine's clock when PostgreSQL's was not read yet. */
  nowMs(): number {
    return this.now()?.getTime() ?? Date.now();
  }
}
