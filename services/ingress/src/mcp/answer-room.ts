/** The bytes that the results of one request may still have. Its first result always fits. */
export class AnswerRoom {
  readonly maxBytes: number;
  #taken = 0;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  get isFull(): boolean {
    return this.#taken >= this.maxBytes;
  }

  /** Counts a result. Returns false if there is no room for it. */
  take(bytes: number): boolean {
    if (this.#taken > 0 && this.#taken + bytes > this.maxBytes) return false;
    this.#taken += bytes;
    return true;
  }
}
