import { StepFailure } from '@workflow/workflow-model';

/** Bytes that a copy of an object takes, and each of its entries. The values themselves are shared, never copied. */
const OBJECT_BYTES = 64;
const ENTRY_BYTES = 16;

/** The most that operations may make. */
export interface MadeLimits {
  items: number;
  /** Of the copies that they make, without the values that these share. */
  bytes: number;
}

/** The most that one operation may make in a data process. */
export const LARGE_LIMITS: MadeLimits = { items: 1_000_000, bytes: 67_108_864 };

/**
 * The room for what operations make: items, and bytes of copies. Operations multiply, as lists within items do, so
 * that the size of what they are given says nothing about the size of what they make.
 */
export class MadeRoom {
  readonly #limits: MadeLimits;
  #items = 0;
  #bytes = 0;

  constructor(limits: MadeLimits) {
    this.#limits = limits;
  }

  /**
   * Takes room before the operation makes `items` copies with `entries` entries in all.
   * @throws StepFailure OUTPUT_TOO_LARGE, which names the limit
   */
  takeCopies(operation: string, items: number, entries: number): void {
    this.#items += items;
    if (this.#items > this.#limits.items) throw tooLarge(operation, this.#items, this.#limits.items, 'items');
    this.takeBytes(operation, items * OBJECT_BYTES + entries * ENTRY_BYTES);
  }

  /** Takes room for texts and other bytes. @throws StepFailure OUTPUT_TOO_LARGE, which names the limit */
  takeBytes(operation: string, bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.#limits.bytes) throw tooLarge(operation, this.#bytes, this.#limits.bytes, 'bytes');
  }
}

function tooLarge(operation: string, made: number, limit: number, unit: 'items' | 'bytes'): StepFailure {
  return new StepFailure(
    'OUTPUT_TOO_LARGE',
    `${operation} would produce ${made} ${unit}. The limit is ${limit} ${unit}`,
  );
}
