import { itemShape, setOwn } from '@workflow/workflow-model';
import type { Checked, Field, Json, JsonObject, ValueShape } from '@workflow/workflow-model';
import { JsonNumber } from '../json/parse-json.ts';
import { printableKey } from '../printable-key.ts';
import type { Reading, ScalarType } from './parse-value.ts';

/** Problems that one check reports at most; a list can have a hundred thousand. */
const MAX_PROBLEMS = 100;

/**
 * Values and declared fields that one check reads at most. It runs on a main loop, and each item of a list costs as
 * much as its type has fields, however short the item is. Lists of 50,000 items with 20 fields each are within the
 * limit.
 */
export const MAX_VALUES_READ = 1_000_000;

const MUST_BE_TEXTS = 'must be a list of strings, or a string of the form [item,item]';
const ITEMS: Record<ScalarType | 'LIST' | 'OBJECT', string> = {
  TEXT: 'strings',
  NUMBER: 'numbers',
  BOOLEAN: 'true and false',
  DATE_TIME: 'ISO-8601 dates or date-times',
  JSON: 'JSON values',
  FILE: 'files',
  LIST: 'lists',
  OBJECT: 'objects',
};

/** Reads one value by its declared type. A reader can be used once. */
export class ValueReader {
  readonly #reading: Reading;
  readonly #root: string;
  /** Keys and indexes that lead from the value to the part that is being read. */
  readonly #path: (string | number)[] = [];
  readonly #problems: string[] = [];
  #left = MAX_VALUES_READ;

  /** @param root the name of the value in messages; '' to name only its fields */
  constructor(reading: Reading, root: string) {
    this.#reading = reading;
    this.#root = root;
  }

  read(value: unknown, shape: ValueShape): Checked<Json> {
    const read = this.#value(value, shape);
    if (this.#problems.length === 0) return { ok: true, value: read };
    return { ok: false, problems: this.#problems };
  }

  #value(value: unknown, shape: ValueShape): Json {
    this.#left -= 1;
    if (shape.type === 'OBJECT') return this.#object(value, shape.fields ?? []);
    if (shape.type === 'LIST') return this.#list(value, itemShape(shape.items));
    const outcome = this.#reading.parsers[shape.type](value);
    if (outcome.ok) return outcome.value;
    this.#refuse(outcome.problem);
    return null;
  }

  #list(value: unknown, shape: ValueShape): Json[] {
    const isText = shape.type === 'TEXT';
    const items = this.#reading.itemsOf(value, isText);
    if (items === null) {
      this.#refuse(isText ? MUST_BE_TEXTS : `must be a JSON array of ${ITEMS[shape.type]}`);
      return [];
    }
    if (items.length > this.#left) this.#left = -1;
    const result: Json[] = [];
    for (let index = 0; index < items.length && !this.#hasEnded; index += 1) {
      const isNumbered = items === value;
      result.push(isNumbered ? this.#within(index, items[index], shape) : this.#value(items[index], shape));
    }
    if (this.#left < 0) this.#refuse(`must hold at most ${MAX_VALUES_READ} values, fields left out counted`);
    return result;
  }

  #object(value: unknown, fields: readonly Field[]): JsonObject {
    const result: JsonObject = {};
    if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof JsonNumber) {
      this.#refuse('must be an object');
      return result;
    }
    let declared = 0;
    for (const field of fields) {
      if (this.#hasEnded) return result;
      const isThere = Object.hasOwn(value, field.key);
      const given: unknown = isThere ? (value as Record<string, unknown>)[field.key] : undefined;
      if (isThere) declared += 1;
      this.#left -= 1;
      if (field.optional === true && (given === undefined || given === null)) continue;
      if (given === undefined && (this.#reading.isExact || field.type !== 'LIST'))
        this.#refuse('is required', field.key);
      else setOwn(result, field.key, this.#within(field.key, given, field));
    }
    if (this.#reading.isExact && Object.keys(value).length > declared) this.#refuseUndeclared(value, fields);
    return result;
  }

  #within(key: string | number, value: unknown, shape: ValueShape): Json {
    this.#path.push(key);
    const read = this.#value(value, shape);
    this.#path.pop();
    return read;
  }

  #refuseUndeclared(value: object, fields: readonly Field[]): void {
    const known = new Set(fields.map(({ key }) => key));
    for (const key of Object.keys(value)) {
      if (this.#hasEnded) return;
      if (!known.has(key)) this.#refuse('is not a field of the items', key);
    }
  }

  get #hasEnded(): boolean {
    return this.#left < 0 || this.#problems.length >= MAX_PROBLEMS;
  }

  #refuse(problem: string, key?: string): void {
    if (this.#problems.length >= MAX_PROBLEMS) return;
    const path = key === undefined ? this.#path : [...this.#path, key];
    const name = path.reduce<string>(
      (before, part) =>
        typeof part === 'number' ? `${before}[${part}]` : `${before}${before === '' ? '' : '.'}${printableKey(part)}`,
      this.#root,
    );
    this.#problems.push(`${name || 'the value'} ${problem}`);
  }
}
