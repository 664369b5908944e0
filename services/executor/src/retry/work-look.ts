import type { FoundWork } from '@workflow/session-store';

const EVERY_MS = 500;
/** A loop that asks within this time of a query gets its result. Loops that found nothing therefore ask together. */
const FRESH_MS = 100;

/**
 * Looks for the work of all background loops with one query. An idle executor then sends one statement instead of one
 * for each loop. A loop asks before each of its rounds.
 */
export class WorkLook {
  readonly #look: () => Promise<FoundWork>;
  #found: Promise<FoundWork> | null = null;
  #lookedAt = -Infinity;

  constructor(look: () => Promise<FoundWork>) {
    this.#look = look;
  }

  /**
   * Returns how long a loop waits before its next check, in milliseconds; null if there is work for it now.
   *
   * @param wanted the kinds of work that the loop does
   * @throws when PostgreSQL is unavailable
   */
  async delayBefore(...wanted: (keyof FoundWork)[]): Promise<number | null> {
    const now = performance.now();
    if (this.#found === null || now - this.#lookedAt > FRESH_MS) {
      this.#lookedAt = now;
      this.#found = this.#look();
    }
    const found = await this.#found;
    if (wanted.some((kind) => found[kind])) return null;
    return EVERY_MS - (performance.now() % EVERY_MS);
  }
}
