import { BUSY_MS, type EarlyResult } from './dispatch-interval.ts';

/** The minimum pause before an early round. */
const EARLY_MS = 5;
/** After a round that enqueued more sessions than this, none begins early, so that one serves many notifications. */
const FEW = 16;
/** Early rounds use the counts of the last whole round for this long. */
const COUNTED_WITHIN_MS = 100;

/**
 * Decides which rounds begin early because of a notification. Early rounds admit and enqueue sessions by the counts of
 * the last whole round.
 */
export class EarlyRounds {
  #last: EarlyResult = { added: 0, tookMs: 0 };
  #countedAt = -Infinity;
  #isWanted = false;

  /** Records a notification. Returns the pause between the last round and the next one. */
  notified(): number {
    const { added, tookMs } = this.#last;
    if (added > FEW) return BUSY_MS;
    this.#isWanted = true;
    return Math.max(EARLY_MS, tookMs);
  }

  /** Returns true if the round that begins now is an early one. */
  begin(now: number): boolean {
    const isEarly = this.#isWanted && now - this.#countedAt < COUNTED_WITHIN_MS;
    this.#isWanted = false;
    return isEarly;
  }

  /** @param countedAt when the round began, if it was a whole round */
  ended(result: EarlyResult, countedAt = this.#countedAt): void {
    this.#last = result;
    this.#countedAt = countedAt;
  }
}
