const FIRST_BYTES = 1_024;

/**
 * Collects chunks. They are copied into one buffer that doubles, because each stored chunk would take some hundred
 * additional bytes, however small it is.
 */
export class CollectedBytes {
  #bytes: Buffer = Buffer.alloc(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Returns the size of the buffer after `append` of these bytes, at most `maxBytes` unless more was appended. */
  capacityFor(more: number, maxBytes = Infinity): number {
    const needed = this.#length + more;
    if (needed <= this.#bytes.length) return this.#bytes.length;
    return Math.max(needed, Math.min(maxBytes, Math.max(FIRST_BYTES, this.#bytes.length * 2)));
  }

  append(chunk: Uint8Array, maxBytes = Infinity): void {
    if (chunk.length === 0) return;
    const capacity = this.capacityFor(chunk.length, maxBytes);
    if (capacity > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(capacity);
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    this.#bytes.set(chunk, this.#length);
    this.#length += chunk.length;
  }

  /** Returns the bytes and then these, which are not copied if there are no others. There are none afterwards. */
  takeWith(last: Buffer): Buffer {
    if (this.#length === 0) return last;
    this.append(last);
    return this.take();
  }

  /** Returns the bytes. There are none afterwards. */
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
