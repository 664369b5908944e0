/** The bytes that the results of one request may still have. Its first result is never too large. */
export class AnswerRoom {
  readonly maxBytes: number;
  #taken = 0;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  get isFull(): boolean {
    return this.#taken >= this.maxBytes;
  }

  /** Counts a result. Returns false when there is no room for it. */
  take(bytes: number): boolean {
    if (this.#taken > 0 && this.#taken + bytes > this.maxBytes) return false;
    this.#taken += bytes;
    return true;
  }
}
