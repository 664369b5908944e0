/** Smaller bodies arrive in one packet with their headers, and are parsed immediately. */
const LARGE_BODY_BYTES = 16_384;

/** Maximum bytes of large bodies that are parsed in one turn of the event loop, unless one body is larger. */
const TURN_BYTES = 65_536;

const AT_ONCE = Promise.resolve();

interface Waiting {
  bytes: number;
  goOn(): void;
}

/**
 * Large bodies take turns of the event loop. Otherwise many that arrive together would be parsed and checked in one
 * turn, which no other request could interrupt. Organizations take turns, so none waits for all bodies of another.
 * `BodyMemory` limits the waiting bodies.
 */
export class LargeBodyTurns {
  /** The waiting bodies by owner. The order of owners is that of their turns. */
  readonly #waiting = new Map<string, Waiting[]>();

  /** Resolves when a body of this size may be parsed: immediately for a small one, otherwise in a later turn. */
  wait(owner: string, bytes: number): Promise<void> {
    if (bytes <= LARGE_BODY_BYTES) return AT_ONCE;
    return new Promise((resolve) => {
      if (this.#waiting.size === 0) this.#scheduleTurn();
      const waiting = { bytes, goOn: resolve };
      const waitingOfOwner = this.#waiting.get(owner);
      if (waitingOfOwner === undefined) this.#waiting.set(owner, [waiting]);
      else waitingOfOwner.push(waiting);
    });
  }

  #scheduleTurn(): void {
    setImmediate(() => {
      this.#letGoOn();
      if (this.#waiting.size > 0) this.#scheduleTurn();
    });
  }

  #letGoOn(): void {
    let bytes = 0;
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      bytes += next.bytes;
      next.goOn();
      if (bytes >= TURN_BYTES) return;
    }
  }

  /** Removes the next body, and moves its owner to the end of the queue. */
  #next(): Waiting | undefined {
    for (const [owner, waiting] of this.#waiting) {
      const next = waiting.shift();
      this.#waiting.delete(owner);
      if (waiting.length > 0) this.#waiting.set(owner, waiting);
      return next;
    }
    return undefined;
  }
}
