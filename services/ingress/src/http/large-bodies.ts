/** Smaller bodies are read as they come: what they hold is little beside their connection. */
const SMALL_BYTES = 64 * 1024;

interface Turn {
  bytes: number;
  read(): void;
}

/**
 * Lets a bounded number of bytes of large bodies be in memory at once. A body beyond that waits in its
 * connection, unread, so that memory follows this bound and not the number of callers.
 */
export class LargeBodies {
  readonly #maxBytes: number;
  readonly #waiting: Turn[] = [];
  #inHand = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get inHand(): number {
    return this.#inHand;
  }

  /**
   * Calls `read` when there is room for the body, at once when it is small.
   * @returns what to call when the body is no longer needed, whether it was read or not; calling it twice is harmless
   */
  take(bytes: number, read: () => void): () => void {
    if (bytes <= SMALL_BYTES) {
      read();
      return () => {};
    }
    const turn: Turn = { bytes, read };
    this.#waiting.push(turn);
    this.#next();
    let over = false;
    return () => {
      if (over) return;
      over = true;
      const index = this.#waiting.indexOf(turn);
      if (index >= 0) this.#waiting.splice(index, 1);
      else this.#inHand -= bytes;
      this.#next();
    };
  }

  #next(): void {
    // A body that is larger than the whole bound gets its turn alone.
    while (this.#waiting[0] !== undefined && (this.#inHand === 0 || this.#inHand + this.#waiting[0].bytes <= this.#maxBytes)) {
      const turn = this.#waiting.shift() as Turn;
      this.#inHand += turn.bytes;
      turn.read();
    }
  }
}
