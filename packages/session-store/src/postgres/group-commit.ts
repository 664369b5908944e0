import { AsyncLocalStorage } from 'node:async_hooks';
import { StoreConflictError, StoreOverloadedError, StoreUnavailableError } from './store-errors.ts';

export interface GroupCommitOptions<Item, Result> {
  /** Writes all items in one statement and returns the results in their order. */
  flush(items: Item[]): Promise<Result[]>;
  /**
   * Returns the key of the row that an item writes. A batch is sorted by it, so that all batches lock rows in one
   * order. It contains no key twice: a later item with the same key is written in a later batch.
   */
  keyOf(item: Item): string;
  maxBatch: number;
  /** Returns the weight of an item, in any unit; 0 if left out. */
  weightOf?(item: Item): number;
  /** A batch of this weight or more accepts no further item. */
  maxWeight?: number;
  /** Maximum number of waiting items. Further items are refused. */
  maxPending: number;
  /** The weight of waiting items above which another item is refused. */
  maxPendingWeight?: number;
  /**
   * Maximum number of simultaneous batches. Another batch begins while one is written only if that one was full, or if
   * so many items wait that a larger batch would not be faster.
   */
  maxFlushes: number;
  /**
   * The minimum time between the starts of two flushes while a medium number of items arrives. Fewer, larger flushes
   * cost less.
   */
  lingerMs?: number;
  flushTimeoutMs: number;
}

/** Beyond some hundred rows a larger batch is not faster, and holds its locks longer. */
const MAX_BATCH = 512;

type OnBatch = (operation: string, items: number) => void;

/** Limits of every group commit of the store. Times are in milliseconds. */
export interface GroupCommitLimits {
  /** Maximum number of items that wait for one group commit. Further ones are refused with StoreOverloadedError. */
  maxPending: number;
  statementTimeoutMs: number;
  connectTimeoutMs: number;
  /** Called for each batch with its number of items. */
  onBatch?: OnBatch;
}

/** Returns the defaults: one flush at a time, of some hundred rows at most. */
export function groupCommitDefaults({ maxPending, connectTimeoutMs, statementTimeoutMs }: GroupCommitLimits) {
  return {
    maxBatch: MAX_BATCH,
    maxPending,
    maxFlushes: 1,
    // A flush is one statement, or a few if some items conflict with other transactions. No flush may delay the others
    // for long.
    flushTimeoutMs: connectTimeoutMs + 2 * statementTimeoutMs,
  };
}

/** Returns the same flush, but counts its batches under this name. */
export function countBatches<Item, Result>(
  { onBatch }: GroupCommitLimits,
  operation: string,
  flush: (items: Item[]) => Promise<Result[]>,
): (items: Item[]) => Promise<Result[]> {
  if (onBatch === undefined) return flush;
  return (items) => {
    onBatch(operation, items.length);
    return flush(items);
  };
}

/** With fewer waiting items a flush begins immediately. */
const LINGER_FROM = 4;
const LINGER_BELOW = 32;
/**
 * From this number of items on, a second flush begins while the first is written, because PostgreSQL may commit both
 * together.
 */
const OVERLAP_FROM = 32;
/** Maximum number of attempts of a single item that conflicts with other transactions. */
const CONFLICT_ATTEMPTS = 3;

/** Runs code without an owner, so that the first of many callers does not count as the owner of later turns. */
const outsideOfCallers = AsyncLocalStorage.snapshot();

interface Waiting<Item, Result> {
  item: Item;
  key: string;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Group commit: items wait while a flush is written, and the next flush writes all of them. At low load an item waits
 * only for its own flush.
 */
export class GroupCommit<Item, Result> {
  readonly #options: GroupCommitOptions<Item, Result>;
  #waiting: Waiting<Item, Result>[] = [];
  #pendingWeight = 0;
  #flushes = 0;
  #lastWasFull = false;
  #lingerUntil = 0;
  #scheduled = false;
  readonly #onIdle: (() => void)[] = [];

  constructor(options: GroupCommitOptions<Item, Result>) {
    this.#options = options;
  }

  /**
   * Adds an item.
   *
   * @returns the result of `flush` for this item
   * @throws StoreOverloadedError immediately if too many items wait, StoreUnavailableError if the flush did not end in
   * time, or the error of `flush` for this item
   */
  add(item: Item): Promise<Result> {
    const { maxPending, maxPendingWeight = Infinity, weightOf } = this.#options;
    if (this.#waiting.length >= maxPending || this.#pendingWeight >= maxPendingWeight) {
      return Promise.reject(new StoreOverloadedError(`${this.#waiting.length} operations wait for PostgreSQL already`));
    }
    this.#pendingWeight += weightOf?.(item) ?? 0;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, key: this.#options.keyOf(item), resolve, reject });
      this.#schedule();
    });
  }

  /** The number of items that wait for a flush to begin. */
  get pending(): number {
    return this.#waiting.length;
  }

  /** Resolves when nothing waits and nothing is being written. */
  idle(): Promise<void> {
    if (this.#waiting.length === 0 && this.#flushes === 0) return Promise.resolve();
    return new Promise((resolve) => this.#onIdle.push(resolve));
  }

  #schedule(): void {
    if (this.#scheduled || this.#flushes >= this.#options.maxFlushes) return;
    if (this.#flushes > 0 && !this.#lastWasFull && this.#waiting.length < OVERLAP_FROM) return;
    this.#scheduled = true;
    const begin = (): void => {
      this.#scheduled = false;
      void this.#flushWaiting();
    };
    const lingerMs = this.#lingerUntil - performance.now();
    // Otherwise it begins after all readable sockets were read, so that items that arrived together are written
    // together.
    outsideOfCallers(() => {
      if (lingerMs > 0) setTimeout(begin, lingerMs);
      else setImmediate(begin);
    });
  }

  async #flushWaiting(): Promise<void> {
    if (this.#waiting.length === 0) return;
    this.#flushes += 1;
    const batch = this.#takeBatch();
    const lingers = batch.length >= LINGER_FROM && batch.length < LINGER_BELOW;
    this.#lingerUntil = lingers ? performance.now() + (this.#options.lingerMs ?? 0) : 0;
    if (this.#waiting.length > 0) this.#schedule();
    await this.#write(batch);
    this.#flushes -= 1;
    if (this.#waiting.length > 0) {
      this.#schedule();
      return;
    }
    if (this.#flushes > 0) return;
    for (const resolve of this.#onIdle.splice(0)) resolve();
  }

  #takeBatch(): Waiting<Item, Result>[] {
    const { maxBatch, maxWeight = Infinity, weightOf } = this.#options;
    const batch = new Map<string, Waiting<Item, Result>>();
    const remaining: Waiting<Item, Result>[] = [];
    let weight = 0;
    const isFull = (): boolean => batch.size >= maxBatch || weight >= maxWeight;
    for (const waiting of this.#waiting) {
      if (isFull() || batch.has(waiting.key)) remaining.push(waiting);
      else {
        batch.set(waiting.key, waiting);
        weight += weightOf?.(waiting.item) ?? 0;
      }
    }
    this.#waiting = remaining;
    this.#pendingWeight -= weight;
    this.#lastWasFull = isFull();
    return [...batch.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  }

  /**
   * Writes a batch. It never rejects. A batch that fails is repeated in halves, so that one bad row fails only one
   * caller.
   */
  async #write(batch: Waiting<Item, Result>[], attempt = 1): Promise<void> {
    try {
      const results = await this.#flushInTime(batch.map((waiting) => waiting.item));
      for (const [index, waiting] of batch.entries()) waiting.resolve(results[index] as Result);
    } catch (error) {
      // Without PostgreSQL the halves would fail as well, each after a timeout.
      if (error instanceof StoreUnavailableError) {
        for (const waiting of batch) waiting.reject(error);
      } else if (batch.length > 1) {
        const middle = batch.length >> 1;
        await this.#write(batch.slice(0, middle));
        await this.#write(batch.slice(middle));
      } else if (error instanceof StoreConflictError && attempt < CONFLICT_ATTEMPTS) {
        await this.#write(batch, attempt + 1);
      } else {
        batch[0]?.reject(error);
      }
    }
  }

  async #flushInTime(items: Item[]): Promise<Result[]> {
    const { flush, flushTimeoutMs } = this.#options;
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new StoreUnavailableError(`PostgreSQL did not answer within ${flushTimeoutMs} ms`)),
        flushTimeoutMs,
      );
    });
    try {
      return await Promise.race([flush(items), timeout]);
    } finally {
      clearTimeout(timer);
    }
  }
}
