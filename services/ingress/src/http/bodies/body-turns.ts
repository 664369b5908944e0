import { QueueByOwner } from './queue-by-owner.ts';

/** Smaller bodies arrive in one packet with their headers, and are parsed immediately. */
const LARGE_BODY_BYTES = 16_384;

/** Maximum bytes of large bodies that are parsed in one turn of the event loop, unless one body is larger. */
export const TURN_BYTES = 65_536;

/** After a shorter turn, the next one follows immediately. */
const LONG_TURN_MS = 2;

/** The longest pause after a long turn. */
const MAX_REST_MS = 100;

const NO_WAIT = Promise.resolve();

interface Waiting {
  bytes: number;
  proceed(): void;
}

/**
 * Divides the parsing of large bodies among turns of the event loop. Otherwise many bodies that arrive together would
 * be parsed and checked in one turn, which no other request could interrupt. After a long turn, the next bodies wait
 * for as long as the turn took, so that large bodies take at most half of the event loop's time. Owners (organizations,
 * or client addresses) take turns, so none waits for all bodies of another. `BodyMemory` limits the waiting bodies.
 */
export class BodyTurns {
  readonly #waiting = new QueueByOwner<Waiting>();
  #isTurn = false;
  #restsUntil = 0;

  /** Resolves when a body of this size may be parsed: immediately for a small one, otherwise in a later turn. */
  wait(owner: string, bytes: number): Promise<void> {
    if (bytes <= LARGE_BODY_BYTES) return NO_WAIT;
    return new Promise((resolve) => {
      this.#scheduleTurn();
      this.#waiting.add(owner, { bytes, proceed: resolve });
    });
  }

  #scheduleTurn(): void {
    if (this.#isTurn) return;
    this.#isTurn = true;
    const restMs = this.#restsUntil - performance.now();
    if (restMs > 0) setTimeout(() => this.#turn(), restMs);
    else setImmediate(() => this.#turn());
  }

  #turn(): void {
    const startedAt = performance.now();
    this.#letProceed();
    // When the next turn of the event loop begins, the bodies were parsed and checked.
    setImmediate(() => {
      const endedAt = performance.now();
      const tookMs = endedAt - startedAt;
      if (tookMs >= LONG_TURN_MS) this.#restsUntil = endedAt + Math.min(tookMs, MAX_REST_MS);
      this.#isTurn = false;
      if (!this.#waiting.isEmpty) this.#scheduleTurn();
    });
  }

  #letProceed(): void {
    let bytes = 0;
    for (let next = this.#waiting.next(); next !== undefined; next = this.#waiting.next()) {
      bytes += next.bytes;
      next.proceed();
      if (bytes >= TURN_BYTES) return;
    }
  }
}
