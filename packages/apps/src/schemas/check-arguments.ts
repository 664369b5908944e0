import { isObject } from '../is-object.ts';
import type { AppSchema } from '../snapshot.ts';

/** A value that does not match its schema. `pointer` is a JSON pointer within the arguments. */
export interface ArgumentProblem {
  pointer: string;
  /** The rest of a sentence that begins with the place: `is required`. */
  rule: string;
}

const MAX_PROBLEMS = 50;
/** The maximum number of steps of one check. Nested alternatives would multiply them without limit. */
const MAX_STEPS = 20_000;

/**
 * Checks constant arguments against a schema. A text with a template matches everything, because its value is only
 * known when the component runs. Patterns and unknown keywords are ignored, and so is what takes too many steps.
 *
 * It walks the schema along the given values, so its cost does not depend on the size of the schema.
 */
export function checkArguments(
  schema: AppSchema,
  value: unknown,
  find: (name: string) => AppSchema | undefined,
): ArgumentProblem[] {
  return new Check(find).run(schema, value);
}

class Check {
  readonly #find: (name: string) => AppSchema | undefined;
  #steps = 0;

  constructor(find: (name: string) => AppSchema | undefined) {
    this.#find = find;
  }

  run(schema: AppSchema, value: unknown): ArgumentProblem[] {
    return [...this.#check(schema, value, '')].slice(0, MAX_PROBLEMS);
  }

  #check(given: AppSchema, value: unknown, pointer: string): ArgumentProblem[] {
    this.#steps += 1;
    if (this.#steps > MAX_STEPS || isTemplate(value) || given === true) return [];
    if (given === false) return [{ pointer, rule: 'is not allowed' }];
    if (isFileSchema(given)) return isObject(value) ? [] : [{ pointer, rule: 'must be a FILE' }];
    const problems = [...this.#parts(given, value, pointer), ...this.#alternatives(given, value, pointer)];
    const type = wrongType(given['type'], value);
    if (type !== null) return [...problems, { pointer, rule: `must be ${type}` }];
    const choice = wrongChoice(given, value);
    if (choice !== null) problems.push({ pointer, rule: choice });
    if (typeof value === 'string') problems.push(...sizes(given, 'Length', [...value].length, 'characters', pointer));
    if (typeof value === 'number') problems.push(...wrongNumber(given, value, pointer));
    if (Array.isArray(value)) problems.push(...this.#list(given, value, pointer));
    else if (isObject(value)) problems.push(...this.#object(given, value, pointer));
    return problems;
  }

  #parts({ $ref, allOf }: Record<string, unknown>, value: unknown, pointer: string): ArgumentProblem[] {
    const target = typeof $ref === 'string' ? this.#find($ref.slice('#/$defs/'.length)) : undefined;
    const parts = [...(target === undefined ? [] : [target]), ...(Array.isArray(allOf) ? (allOf as AppSchema[]) : [])];
    return parts.flatMap((part) => this.#check(part, value, pointer));
  }

  /** A value with templates inside may match any alternative. */
  #alternatives({ anyOf, oneOf }: Record<string, unknown>, value: unknown, pointer: string): ArgumentProblem[] {
    const choices = (anyOf ?? oneOf) as AppSchema[] | undefined;
    if (!Array.isArray(choices) || choices.length === 0) return [];
    const results = choices.map((choice) => this.#check(choice, value, pointer));
    if (results.some(({ length }) => length === 0)) return [];
    if (results.length === 1) return results[0] ?? [];
    return [{ pointer, rule: 'matches none of the alternatives' }];
  }

  #list(schema: Record<string, unknown>, value: unknown[], pointer: string): ArgumentProblem[] {
    const { items } = schema;
    return [
      ...sizes(schema, 'Items', value.length, 'items', pointer),
      ...(items === undefined
        ? []
        : value.flatMap((item, index) => this.#check(items as AppSchema, item, `${pointer}/${index}`))),
    ];
  }

  #object(schema: Record<string, unknown>, value: Record<string, unknown>, pointer: string): ArgumentProblem[] {
    const properties = isObject(schema['properties']) ? schema['properties'] : {};
    const more = schema['additionalProperties'] as AppSchema | undefined;
    const required = Array.isArray(schema['required']) ? schema['required'].map(String) : [];
    const problems = required
      .filter((key) => value[key] === undefined && !isReadOnly(properties[key]))
      .map((key) => ({ pointer: `${pointer}/${token(key)}`, rule: 'is required' }));
    for (const [key, item] of Object.entries(value)) {
      const at = `${pointer}/${token(key)}`;
      if (Object.hasOwn(properties, key)) problems.push(...this.#check(properties[key] as AppSchema, item, at));
      else if (more === false) problems.push({ pointer: at, rule: 'is not a known argument' });
      else if (isObject(more)) problems.push(...this.#check(more, item, at));
    }
    return problems;
  }
}

function isTemplate(value: unknown): boolean {
  return typeof value === 'string' && value.includes('{{');
}

function isFileSchema(schema: Record<string, unknown>): boolean {
  return schema['x-file'] === true;
}

/** OpenAPI: a property that is only in answers is not required in requests. */
function isReadOnly(schema: unknown): boolean {
  return isObject(schema) && schema['readOnly'] === true;
}

const NAMES: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

/** Returns the expected types in words, or null if the value has one of them. */
function wrongType(type: unknown, value: unknown): string | null {
  const types = (Array.isArray(type) ? type : type === undefined ? [] : [type]).map(String);
  if (types.length === 0 || types.some((one) => hasType(one, value))) return null;
  return types.map((one) => NAMES[one] ?? one).join(' or ');
}

function hasType(type: string, value: unknown): boolean {
  switch (type) {
    case 'integer':
      return Number.isInteger(value);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'null':
      return value === null;
    default:
      return type in NAMES ? typeof value === type : true;
  }
}

function wrongChoice(schema: Record<string, unknown>, value: unknown): string | null {
  const choices = schema['const'] === undefined ? schema['enum'] : [schema['const']];
  if (!Array.isArray(choices) || choices.some((choice) => JSON.stringify(choice) === JSON.stringify(value)))
    return null;
  const shown = choices.slice(0, 20).map((choice) => (typeof choice === 'string' ? choice : JSON.stringify(choice)));
  return `must be one of ${shown.join(', ')}${choices.length > shown.length ? ', …' : ''}`;
}

function wrongNumber(schema: Record<string, unknown>, value: number, pointer: string): ArgumentProblem[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  if (typeof minimum === 'number' && value < minimum) return [{ pointer, rule: `must be at least ${minimum}` }];
  if (typeof maximum === 'number' && value > maximum) return [{ pointer, rule: `must be at most ${maximum}` }];
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum)
    return [{ pointer, rule: `must be more than ${exclusiveMinimum}` }];
  if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum)
    return [{ pointer, rule: `must be less than ${exclusiveMaximum}` }];
  return [];
}

function sizes(
  schema: Record<string, unknown>,
  of: 'Length' | 'Items',
  size: number,
  words: string,
  pointer: string,
): ArgumentProblem[] {
  const [min, max] = [schema[`min${of}`], schema[`max${of}`]];
  if (typeof min === 'number' && size < min) return [{ pointer, rule: `must have at least ${min} ${words}` }];
  if (typeof max === 'number' && size > max) return [{ pointer, rule: `must have at most ${max} ${words}` }];
  return [];
}

/** Returns a key as a part of a JSON pointer. */
function token(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
