import { AsyncLocalStorage } from 'node:async_hooks';
import { StoreConflictError, StoreOverloadedError, StoreUnavailableError } from './store-errors.ts';

export interface GroupCommitOptions<Item, Result> {
  /** Writes all items in one statement and returns the results in their order. */
  flush(items: Item[]): Promise<Result[]>;
  /**
   * Returns the key of the row that an item writes. A batch is sorted by it, so that two batches lock rows in one
   * order, and contains no key twice: the later item is in a later batch and sees the changes of the earlier one.
   */
  keyOf(item: Item): string;
  maxBatch: number;
  /** Returns the weight of an item, in any unit; 0 if left out. */
  weightOf?(item: Item): number;
  /** A batch accepts no further item when it has this weight. */
  maxWeight?: number;
  /** Items that may wait. Further ones are refused. */
  maxPending: number;
  /** Weight of the waiting items above which another item is refused. */
  maxPendingWeight?: number;
  /**
   * Batches that are written at once. The next begins while others are written only if the previous one was full, or if
   * so many items wait that more of them in one batch would gain nothing.
   */
  maxFlushes: number;
  /**
   * The least time between the starts of two flushes while a medium number of items arrives. Fewer, larger flushes cost
   * less.
   */
  lingerMs?: number;
  flushTimeoutMs: number;
}

/** Beyond some hundred rows a larger batch gains nothing and holds its locks longer. */
const MAX_BATCH = 512;

type OnBatch = (operation: string, items: number) => void;

/** Limits of every group commit of the store. Times are in milliseconds. */
export interface GroupCommitLimits {
  /** Items that may wait for one group commit. Further ones are refused with StoreOverloadedError. */
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
    // A flush is one statement, or a few if some items lost against others. No flush may delay the others for long.
    flushTimeoutMs: connectTimeoutMs + 2 * statementTimeoutMs,
  };
}

/** Returns the same flush, whose batches are counted under this name. */
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

/**
 * With fewer items a flush does not wait for others, which may not arrive. With more items, waiting would save little.
 */
const LINGER_FROM = 4;
const LINGER_BELOW = 32;
/**
 * From this number on an item costs little: a second flush begins while the first is written, and PostgreSQL may share
 * its commit.
 */
const OVERLAP_FROM = 32;
/** Tries of a single item that lost against another transaction. */
const CONFLICT_TRIES = 3;

/** Runs code outside of any owner: the first of many callers must not count as the owner of later turns. */
const outsideOfCallers = AsyncLocalStorage.snapshot();

interface Waiting<Item, Result> {
  item: Item;
  key: string;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Group commit: items wait while a flush is written, and all of them are in the next one. At low load an item waits
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
   * @returns the result of `flush` for this item
   * @throws StoreOverloadedError at once if too many wait, StoreUnavailableError if the flush did not end in time, or
   * the error of `flush` for this item alone
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
    // Otherwise it begins after all readable sockets were read, so that items which arrived together are flushed
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
    const left: Waiting<Item, Result>[] = [];
    let weight = 0;
    const isFull = (): boolean => batch.size >= maxBatch || weight >= maxWeight;
    for (const waiting of this.#waiting) {
      if (isFull() || batch.has(waiting.key)) left.push(waiting);
      else {
        batch.set(waiting.key, waiting);
        weight += weightOf?.(waiting.item) ?? 0;
      }
    }
    this.#waiting = left;
    this.#pendingWeight -= weight;
    this.#lastWasFull = isFull();
    return [...batch.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  }

  /**
   * Writes a batch. It never rejects. A batch that fails is tried again in halves, so that one bad row fails one
   * caller.
   */
  async #write(batch: Waiting<Item, Result>[], tries = 1): Promise<void> {
    try {
      const results = await this.#flushInTime(batch.map((waiting) => waiting.item));
      for (const [index, waiting] of batch.entries()) waiting.resolve(results[index] as Result);
    } catch (error) {
      // Without PostgreSQL the halves would fail as well, each after its own time-out.
      if (error instanceof StoreUnavailableError) {
        for (const waiting of batch) waiting.reject(error);
      } else if (batch.length > 1) {
        const middle = batch.length >> 1;
        await this.#write(batch.slice(0, middle));
        await this.#write(batch.slice(middle));
      } else if (error instanceof StoreConflictError && tries < CONFLICT_TRIES) {
        await this.#write(batch, tries + 1);
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
