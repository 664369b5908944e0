/**
 * Collects the chunks that a server sends. They are copied into one buffer that grows, because each stored chunk would
 * take some hundred additional bytes, however small it is.
 */
export class CollectedBytes {
  #bytes: Buffer = Buffer.alloc(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  append(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    const needed = this.#length + chunk.length;
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    this.#bytes.set(chunk, this.#length);
    this.#length = needed;
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
    this.#bytes = Buffer.alloc(0);
    this.#length = 0;
    return bytes;
  }
}
