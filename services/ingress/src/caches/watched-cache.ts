import { BoundedLruMap, type LruWeight } from '@workflow/service-runtime';
import { LRUCache } from 'lru-cache';

interface WatchedCacheOptions<Value> {
  /** Maximum number of entries. Existing and missing values are counted separately. */
  limit: number;
  /** Maximum bytes of all entries. One owner may use half. */
  maxBytes: number;
  /** Returns the size of an entry, and the owner whose share it counts against. */
  weigh(value: Value, key: string): LruWeight;
  /** The time for which a missing value is cached. */
  missingForMs: number;
  load(key: string): Promise<Value | null>;
  /** Returns false if changes of other replicas may have been missed. Then everything is read from PostgreSQL. */
  trusted(): boolean;
  /** Returns milliseconds of a clock that never goes back. */
  now(): number;
}

/**
 * Caches values of PostgreSQL by key until the change feed names the key. Simultaneous look-ups of one missing key
 * share one query.
 */
export class WatchedCache<Value> {
  readonly #options: WatchedCacheOptions<Value>;
  readonly #found: BoundedLruMap<string, Value>;
  readonly #missing: LRUCache<string, number>;
  readonly #loading = new Map<string, Promise<Value | null>>();

  constructor(options: WatchedCacheOptions<Value>) {
    this.#options = options;
    this.#found = new BoundedLruMap({ entries: options.limit, bytes: options.maxBytes });
    this.#missing = new LRUCache({ max: options.limit });
  }

  /** Returns the value, null if it does not exist, or undefined if PostgreSQL has to be asked (`load`). */
  peek(key: string): Value | null | undefined {
    if (!this.#options.trusted()) return undefined;
    const value = this.#found.get(key);
    if (value !== undefined) return value;
    const until = this.#missing.get(key);
    return until !== undefined && this.#options.now() < until ? null : undefined;
  }

  /** Reads the value from PostgreSQL. */
  load(key: string): Promise<Value | null> {
    const underWay = this.#loading.get(key);
    if (underWay !== undefined) return underWay;
    const loading: Promise<Value | null> = this.#options.load(key).then(
      (value) => {
        // If a change was applied in the meantime, it removed this look-up, because its result may be outdated.
        if (this.#loading.get(key) === loading) {
          this.#loading.delete(key);
          this.#keep(key, value);
        }
        return value;
      },
      (error: unknown) => {
        if (this.#loading.get(key) === loading) this.#loading.delete(key);
        throw error;
      },
    );
    this.#loading.set(key, loading);
    return loading;
  }

  /** Returns the value from the cache while it is trusted, otherwise from PostgreSQL. */
  async get(key: string): Promise<Value | null> {
    const cached = this.peek(key);
    return cached === undefined ? this.load(key) : cached;
  }

  drop(key: string): void {
    this.#found.delete(key);
    this.#missing.delete(key);
    this.#loading.delete(key);
  }

  clear(): void {
    this.#found.clear();
    this.#missing.clear();
    this.#loading.clear();
  }

  #keep(key: string, value: Value | null): void {
    if (value === null) {
      this.#missing.set(key, this.#options.now() + this.#options.missingForMs);
    } else {
      this.#missing.delete(key);
      this.#found.set(key, value, this.#options.weigh(value, key));
    }
  }
}
