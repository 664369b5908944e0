const FIRST_BYTES = 1024;

/** Collects bytes in one buffer that doubles, so that small chunks need no separate memory. */
export class GrowingBuffer {
  #bytes = Buffer.alloc(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Returns the size of the buffer after `append` of these bytes, at most `maxBytes` unless more was appended. */
  capacityFor(more: number, maxBytes: number): number {
    const needed = this.#length + more;
    if (needed <= this.#bytes.length) return this.#bytes.length;
    return Math.max(needed, Math.min(maxBytes, Math.max(FIRST_BYTES, this.#bytes.length * 2)));
  }

  append(chunk: Buffer, maxBytes: number): void {
    const capacity = this.capacityFor(chunk.length, maxBytes);
    if (capacity > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(capacity);
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    chunk.copy(this.#bytes, this.#length);
    this.#length += chunk.length;
  }

  /** Returns the collected bytes; the buffer is empty afterwards. */
  take(): Buffer {
    const bytes = this.#bytes.subarray(0, this.#length);
    this.clear();
    return bytes;
  }

  clear(): void {
    this.#bytes = Buffer.alloc(0);
    this.#length = 0;
  }
}
