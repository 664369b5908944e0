import { pointerToken } from '@workflow/workflow-model';
import { isObject } from '../is-object.ts';
import type { AppSchema } from '../snapshot.ts';

/** A value that does not match its schema. `pointer` is a JSON pointer within the arguments. */
export interface ArgumentProblem {
  pointer: string;
  /** The end of a sentence that begins with the place: `is required`. */
  rule: string;
}

const MAX_PROBLEMS = 50;
/** The number of characters that cost as much as one part of a schema. */
const CHARACTERS_PER_PART = 16;
/** Maximum depth of nested schemas that are read. */
const MAX_DEPTH = 300;
/** Maximum number of characters of a name, a choice or a type in a problem. */
const MAX_SHOWN = 200;

/**
 * The remaining work of checks. Reading a schema, a member, a required name, an item, a type or a choice costs 1, and
 * so do each 16 characters of a text, of a comparison with a choice, and of a list or an object that is compared.
 */
export interface CheckBudget {
  left: number;
}

interface CheckOptions {
  /** Returns a shared schema by its name. */
  find: (name: string) => AppSchema | undefined;
  budget: CheckBudget;
  /** True if texts with `{{` are templates, which match everything because their values are not known yet. */
  hasTemplates: boolean;
}

/**
 * Checks arguments against a schema. Patterns and unknown keywords are ignored. The check ends when its budget is
 * used up, because the schemas of other systems may combine each of their parts with each part of the arguments.
 */
export function checkArguments(schema: AppSchema, value: unknown, options: CheckOptions): ArgumentProblem[] {
  return new Check(options).run(schema, value);
}

class Check {
  readonly #find: (name: string) => AppSchema | undefined;
  readonly #budget: CheckBudget;
  readonly #hasTemplates: boolean;
  readonly #keys = new WeakMap<object, string[]>();
  readonly #written = new WeakMap<object, string>();
  #depth = 0;

  constructor({ find, budget, hasTemplates }: CheckOptions) {
    this.#find = find;
    this.#budget = budget;
    this.#hasTemplates = hasTemplates;
  }

  run(schema: AppSchema, value: unknown): ArgumentProblem[] {
    return this.#check(schema, value, '');
  }

  /** Counts work before it is done. Returns false if the budget is used up. */
  #spend(work = 1): boolean {
    this.#budget.left -= work;
    return !this.#isSpent;
  }

  get #isSpent(): boolean {
    return this.#budget.left < 0;
  }

  #check(schema: AppSchema, value: unknown, pointer: string): ArgumentProblem[] {
    // A schema may refer to itself.
    if (this.#depth >= MAX_DEPTH) return [];
    this.#depth += 1;
    const problems = this.#problems(schema, value, pointer);
    this.#depth -= 1;
    return problems;
  }

  #problems(schema: AppSchema, value: unknown, pointer: string): ArgumentProblem[] {
    if (!this.#spend(workOf(schema, value)) || schema === true) return [];
    if (this.#hasTemplates && isTemplate(value)) return [];
    if (schema === false) return [{ pointer, rule: 'is not allowed' }];
    if (value === null && isNullable(schema)) return [];
    if (isFileSchema(schema)) return isObject(value) ? [] : [{ pointer, rule: 'must be a FILE' }];
    const problems = [...this.#parts(schema, value, pointer), ...this.#alternatives(schema, value, pointer)];
    const type = wrongType(schema['type'], value);
    if (type !== null) return [...problems, { pointer, rule: `must be ${type}` }];
    const choice = this.#wrongChoice(schema, value);
    if (choice !== null) problems.push({ pointer, rule: choice });
    if (typeof value === 'string') add(problems, wrongLength(schema, value, pointer));
    if (typeof value === 'number') add(problems, wrongNumber(schema, value, pointer));
    if (Array.isArray(value)) add(problems, this.#list(schema, value, pointer));
    else if (isObject(value)) add(problems, this.#object(schema, value, pointer));
    return problems;
  }

  #parts({ $ref, allOf }: Record<string, unknown>, value: unknown, pointer: string): ArgumentProblem[] {
    const target = typeof $ref === 'string' ? this.#find($ref.slice('#/$defs/'.length)) : undefined;
    const parts = [...(target === undefined ? [] : [target]), ...(Array.isArray(allOf) ? (allOf as AppSchema[]) : [])];
    const problems: ArgumentProblem[] = [];
    for (const part of parts) if (!add(problems, this.#check(part, value, pointer)) || this.#isSpent) break;
    return problems;
  }

  /** Checks the alternatives. A value that contains templates may match any of them. */
  #alternatives({ anyOf, oneOf }: Record<string, unknown>, value: unknown, pointer: string): ArgumentProblem[] {
    const choices = (anyOf ?? oneOf) as AppSchema[] | undefined;
    if (!Array.isArray(choices) || choices.length === 0) return [];
    let problems: ArgumentProblem[] = [];
    for (const choice of choices) {
      problems = this.#check(choice, value, pointer);
      // An alternative that was not checked completely may match.
      if (problems.length === 0 || this.#isSpent) return [];
    }
    return choices.length === 1 ? problems : [{ pointer, rule: 'matches none of the alternatives' }];
  }

  #list(schema: Record<string, unknown>, value: unknown[], pointer: string): ArgumentProblem[] {
    const { items } = schema;
    const problems = sizes(schema, 'Items', value.length, 'items', pointer);
    if (items === undefined) return problems;
    for (const [index, item] of value.entries())
      if (!add(problems, this.#check(items as AppSchema, item, `${pointer}/${index}`)) || this.#isSpent) break;
    return problems;
  }

  #object(schema: Record<string, unknown>, value: Record<string, unknown>, pointer: string): ArgumentProblem[] {
    const properties = isObject(schema['properties']) ? schema['properties'] : {};
    const more = schema['additionalProperties'] as AppSchema | undefined;
    const problems: ArgumentProblem[] = [];
    const at = (key: string) => `${pointer}/${token(key)}`;
    for (const one of Array.isArray(schema['required']) ? schema['required'] : []) {
      if (problems.length >= MAX_PROBLEMS || !this.#spend()) return problems;
      const key = String(one);
      if (value[key] === undefined && !isReadOnly(properties[key]))
        problems.push({ pointer: at(key), rule: 'is required' });
    }
    for (const key of this.#keysOf(value)) {
      const item = value[key];
      if (problems.length >= MAX_PROBLEMS || !this.#spend()) return problems;
      if (Object.hasOwn(properties, key)) add(problems, this.#check(properties[key] as AppSchema, item, at(key)));
      else if (more === false) problems.push({ pointer: at(key), rule: 'is not a known argument' });
      else if (isObject(more)) add(problems, this.#check(more, item, at(key)));
    }
    return problems;
  }

  #wrongChoice(schema: Record<string, unknown>, value: unknown): string | null {
    const choices = schema['const'] === undefined ? schema['enum'] : [schema['const']];
    if (!Array.isArray(choices)) return null;
    for (const choice of choices)
      if (!this.#spend(workOfComparison(choice, value)) || this.#isSame(choice, value)) return null;
    if (this.#isSpent) return null;
    const shown = choices
      .slice(0, 20)
      .map((choice) => shortened(typeof choice === 'string' ? choice : this.#jsonOf(choice)));
    return `must be one of ${shown.join(', ')}${choices.length > shown.length ? ', …' : ''}`;
  }

  #isSame(choice: unknown, value: unknown): boolean {
    const isStructured = typeof choice === 'object' && choice !== null && typeof value === 'object' && value !== null;
    return isStructured ? this.#jsonOf(choice) === this.#jsonOf(value) : choice === value;
  }

  #jsonOf(value: unknown): string {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
    const cached = this.#written.get(value);
    if (cached !== undefined) return cached;
    // Nested values are serialized once for each level.
    const written = this.#isSpent ? '…' : JSON.stringify(value);
    this.#spend(written.length / CHARACTERS_PER_PART);
    this.#written.set(value, written);
    return written;
  }

  #keysOf(value: Record<string, unknown>): string[] {
    const keys = this.#keys.get(value) ?? Object.keys(value);
    this.#keys.set(value, keys);
    return keys;
  }
}

/** Adds problems, up to the limit. Returns false if no more are wanted. */
function add(problems: ArgumentProblem[], more: readonly ArgumentProblem[]): boolean {
  problems.push(...more.slice(0, Math.max(0, MAX_PROBLEMS - problems.length)));
  return problems.length < MAX_PROBLEMS;
}

/** Returns the work of reading a value, and the types that the schema names, without their parts. */
function workOf(schema: AppSchema, value: unknown): number {
  const types = typeof schema === 'object' && Array.isArray(schema['type']) ? schema['type'].length : 0;
  return 1 + types + (typeof value === 'string' ? value.length / CHARACTERS_PER_PART : 0);
}

/** Returns the work of a comparison. Texts of different lengths differ without reading their characters. */
function workOfComparison(choice: unknown, value: unknown): number {
  const isLong = typeof choice === 'string' && typeof value === 'string' && choice.length === value.length;
  return isLong ? 1 + value.length / CHARACTERS_PER_PART : 1;
}

function shortened(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

function isTemplate(value: unknown): boolean {
  return typeof value === 'string' && value.includes('{{');
}

function isFileSchema(schema: Record<string, unknown>): boolean {
  return schema['x-file'] === true;
}

/** Returns true if a schema accepts null in OpenAPI 3.0, even if its choices and combined schemas do not. */
function isNullable({ type }: Record<string, unknown>): boolean {
  return Array.isArray(type) && type.includes('null');
}

/** Returns true for a property that OpenAPI allows only in answers, so that requests do not require it. */
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

/** Returns the expected types as text, or null if the value has one of them. */
function wrongType(type: unknown, value: unknown): string | null {
  const types = (Array.isArray(type) ? type : type === undefined ? [] : [type]).map(String);
  if (types.length === 0 || types.some((one) => hasType(one, value))) return null;
  return shortened(types.map((one) => NAMES[one] ?? one).join(' or '));
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
      return Object.hasOwn(NAMES, type) ? typeof value === type : true;
  }
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

function wrongLength(schema: Record<string, unknown>, value: string, pointer: string): ArgumentProblem[] {
  const hasLimit = schema['minLength'] !== undefined || schema['maxLength'] !== undefined;
  return hasLimit ? sizes(schema, 'Length', [...value].length, 'characters', pointer) : [];
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
  return pointerToken(shortened(key));
}
