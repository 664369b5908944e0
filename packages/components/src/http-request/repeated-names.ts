import { queryItems, StepFailure, type Json, type JsonObject } from '@workflow/component-kit/run';

/** The maximum number of fields in a query or a form. */
const MAX_FIELDS = 100_000;
/** The maximum number of characters of the names of all fields. */
const MAX_NAME_CHARACTERS = 16_777_216;

/** Counts fields before they are written, because each item of a list is a field that repeats the name of the list. */
export class FieldRoom {
  readonly #what: string;
  readonly #maxFields: number;
  #fields = 0;
  #characters = 0;

  /** @param what describes the fields in a failure, such as `the form` */
  constructor(what: string, maxFields: number) {
    this.#what = what;
    this.#maxFields = maxFields;
  }

  /** Reserves the fields of a value. @throws StepFailure CONFIG_INVALID */
  take(name: string, value: Json): void {
    const count = Array.isArray(value) ? value.length : 1;
    this.#fields += count;
    this.#characters += count * name.length;
    if (this.#fields > this.#maxFields) throw this.#refusal(`${this.#maxFields} fields`);
    if (this.#characters > MAX_NAME_CHARACTERS) throw this.#refusal(`${MAX_NAME_CHARACTERS} characters of names`);
  }

  #refusal(limit: string): StepFailure {
    return new StepFailure('CONFIG_INVALID', `${this.#what} would have more than ${limit}`);
  }
}

/**
 * Returns the names and texts of a query or a form: one for each item of a list. @throws StepFailure CONFIG_INVALID
 */
export function fieldsOf(given: JsonObject, what: string): [name: string, text: string][] {
  const room = new FieldRoom(what, MAX_FIELDS);
  return Object.entries(given).flatMap(([name, value]) => {
    room.take(name, value as Json);
    return queryItems(value as Json).map((text): [string, string] => [name, text]);
  });
}
