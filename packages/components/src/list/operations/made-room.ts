import { StepFailure } from '@workflow/workflow-model';

/** The bytes of a copied object, and of each entry. Values are shared, never copied. */
const OBJECT_BYTES = 64;
const ENTRY_BYTES = 16;

/** The limits of what operations produce. */
export interface MadeLimits {
  items: number;
  /** The bytes of copies, without the values that they share. */
  bytes: number;
}

/** The limits of one operation in a data process. */
export const LARGE_LIMITS: MadeLimits = { items: 1_000_000, bytes: 67_108_864 };

/**
 * The used and available items and bytes of operations. Operations can multiply items, so the size of their input does
 * not limit the size of their output.
 */
export class MadeRoom {
  readonly #limits: MadeLimits;
  #items = 0;
  #bytes = 0;

  constructor(limits: MadeLimits) {
    this.#limits = limits;
  }

  /**
   * Reserves `items` copies with `entries` entries in total. @throws StepFailure OUTPUT_TOO_LARGE, which names the
   * limit
   */
  takeCopies(operation: string, items: number, entries: number): void {
    this.#items += items;
    if (this.#items > this.#limits.items) throw tooLarge(operation, this.#items, this.#limits.items, 'items');
    this.takeBytes(operation, items * OBJECT_BYTES + entries * ENTRY_BYTES);
  }

  /** Reserves bytes of texts and other data. @throws StepFailure OUTPUT_TOO_LARGE, which names the limit */
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
