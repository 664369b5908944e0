import { StepFailure, type Json } from '@workflow/workflow-model';

/**
 * Counts the characters of a result before they are made. Formats repeat parts of their input, such as the names of
 * columns, so the size of the input does not limit the size of the result.
 */
export class TextRoom {
  readonly #limit: number;
  #made = 0;

  /** @param limit in bytes, each of which has at most one character */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Reserves characters. @throws StepFailure OUTPUT_TOO_LARGE, which names the limit */
  take(characters: number): void {
    this.#made += characters;
    if (this.#made > this.#limit)
      throw new StepFailure('OUTPUT_TOO_LARGE', `The result would have more than ${this.#limit} bytes`);
  }

  /**
   * Reserves the same number of characters for each of several parts.
   * @throws StepFailure as `take`, with the product
   */
  takeProduct(count: number, what: string, characters: number): void {
    this.#made += count * characters;
    if (this.#made <= this.#limit) return;
    const product = `${count} ${what} of at least ${characters} bytes each`;
    throw new StepFailure('OUTPUT_TOO_LARGE', `The result would have ${product}. The limit is ${this.#limit} bytes`);
  }

  /** Reserves the indents of a value whose lines begin with two spaces for each level above them. */
  takeIndents(value: Json, level = 0): void {
    if (typeof value === 'string') {
      let lines = 1;
      for (let at = value.indexOf('\n'); at !== -1; at = value.indexOf('\n', at + 1)) lines += 1;
      this.take(2 * level * lines);
    } else if (typeof value !== 'object' || value === null) this.take(2 * level);
    else for (const child of Object.values(value)) this.takeIndents(child as Json, level + 1);
  }
}
