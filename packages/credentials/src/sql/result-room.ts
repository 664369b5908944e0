import { StepFailure } from '@workflow/component-kit/run';

/** The maximum number of values of one result, including the items of lists. */
const MAX_VALUES = 1_000_000;

/**
 * Counts what a result becomes before it is made, because the bytes of a server do not limit it: a missing value takes
 * a bit of a row, an item of a list takes a character, and each row repeats the names of the columns.
 */
export class ResultRoom {
  readonly #maxCharacters: number;
  #values = 0;
  #characters = 0;

  /** @param maxCharacters of the names of columns in all rows */
  constructor(maxCharacters: number) {
    this.#maxCharacters = maxCharacters;
  }

  /** Reserves a row. @throws StepFailure OUTPUT_TOO_LARGE */
  takeRow(columns: number, nameCharacters: number): void {
    this.takeValues(columns);
    this.#characters += nameCharacters;
    if (this.#characters > this.#maxCharacters)
      throw tooLarge(`more than ${this.#maxCharacters} characters in the names of its columns`);
  }

  /** Reserves values. @throws StepFailure OUTPUT_TOO_LARGE */
  takeValues(count: number): void {
    this.#values += count;
    if (this.#values > MAX_VALUES) throw tooLarge(`more than ${MAX_VALUES} values`);
  }
}

/** Returns the characters that the names of columns add to each row. */
export function charactersOf(columns: readonly { name: string }[]): number {
  return columns.reduce((sum, { name }) => sum + name.length, 0);
}

function tooLarge(what: string): StepFailure {
  return new StepFailure('OUTPUT_TOO_LARGE', `the result has ${what}: ask for fewer rows or columns`);
}
