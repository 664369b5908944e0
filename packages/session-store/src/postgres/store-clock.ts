/** A reading that took more milliseconds than this is too inexact. */
const MAX_ANSWER_MS = 1_000;

/** The machine's clock at the start of the process, advanced by a clock that nobody sets. */
const monotonicNow = (): number => performance.timeOrigin + performance.now();

/**
 * PostgreSQL's clock as this process reads it from statements that it sends regularly. Due and expiry times are
 * compared with it, because the clocks of machines differ and can be set.
 */
export class StoreClock {
  readonly #now: () => number;
  #offsetMs: number | null = null;

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
    if (tookMs >= 0 && tookMs <= MAX_ANSWER_MS) this.#offsetMs = answer.now.getTime() - (askedAt + answeredAt) / 2;
    return answer;
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
