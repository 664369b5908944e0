import type { FoundWork } from '@workflow/session-store';

const EVERY_MS = 500;
/** Loops that ask within this time of a query share its result. Loops that found nothing therefore ask together. */
const FRESH_MS = 100;

/**
 * Finds the work of all background loops with one query, so that an idle executor sends one statement instead of one
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
   * Returns the milliseconds until a loop should ask again; null if there is work for it now.
   *
   * @param wanted the kinds of work that the loop does
   * @throws if PostgreSQL is unavailable
   */
  async delayBefore(...wanted: (keyof FoundWork)[]): Promise<number | null> {
    const now = performance.now();
    if (this.#found === null || now - this.#lookedAt > FRESH_MS) {
      this.#lookedAt = now;
      this.#found = this.#look();
    }
    const foundWork = await this.#found;
    if (wanted.some((kind) => foundWork[kind])) return null;
    return EVERY_MS - (performance.now() % EVERY_MS);
  }
}
