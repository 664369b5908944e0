interface RecentRead<Value> {
  value: Promise<Value>;
  readAt: number;
}

interface RecentReadsOptions<Question, Value> {
  read: (question: Question) => Promise<Value>;
  /** How long an answer is reused, in milliseconds. */
  keepMs: number;
  limit: number;
  now(): number;
}

/**
 * Caches answers that are costly and may be a few seconds old, by question. A question about an organization names it.
 * Simultaneous reads of the same answer share one read.
 */
export class RecentReads<Question extends object, Value> {
  readonly #options: RecentReadsOptions<Question, Value>;
  readonly #reads = new Map<string, RecentRead<Value>>();

  constructor(options: RecentReadsOptions<Question, Value>) {
    this.#options = options;
  }

  /** @throws the error of the read; a failed read is not cached */
  async read(question: Question): Promise<Value> {
    const { read, keepMs, limit, now } = this.#options;
    const key = JSON.stringify(question);
    const cached = this.#reads.get(key);
    if (cached !== undefined && now() - cached.readAt < keepMs) return cached.value;
    const value = read(question);
    this.#reads.delete(key);
    this.#reads.set(key, { value, readAt: now() });
    const [oldest] = this.#reads.keys();
    if (this.#reads.size > limit && oldest !== undefined) this.#reads.delete(oldest);
    try {
      return await value;
    } catch (error) {
      if (this.#reads.get(key)?.value === value) this.#reads.delete(key);
      throw error;
    }
  }
}
