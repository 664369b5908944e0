import type { FoundWork } from '@workflow/session-store';

const EVERY_MS = 500;
/** A loop that asks within this time of a look is answered from it; those that found nothing come together. */
const FRESH_MS = 100;

/**
 * Looks for all background loops at once, so that an idle executor sends one statement where each loop would send its
 * own. A loop asks before each of its rounds.
 */
export class WorkLook {
  readonly #look: () => Promise<FoundWork>;
  #found: Promise<FoundWork> | null = null;
  #lookedAt = -Infinity;

  constructor(look: () => Promise<FoundWork>) {
    this.#look = look;
  }

  /**
   * @param wanted what the loop does
   * @returns null when there is some of it, else after how many milliseconds to ask again
   * @throws when PostgreSQL is away
   */
  async pauseWithout(...wanted: (keyof FoundWork)[]): Promise<number | null> {
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
