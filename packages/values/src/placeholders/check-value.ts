import type { Field, Json, JsonObject, Checked } from '@workflow/workflow-model';
import { setOwn } from '@workflow/workflow-model';
import { printableKey } from '../printable-key.ts';
import { JsonNumber, mayHoldLongNumber, parseJsonWithNumbers } from '../json/parse-json.ts';
import { COMPUTED_PARSERS, JSON_PARSERS, type Parsers } from './parse-value.ts';

/** Type of a value: a field without its key. */
export type ValueShape = Pick<Field, 'type' | 'fields'>;

/**
 * Checks a computed value against a declared type, with the rules for values that callers send. An OBJECT is a JSON
 * object here: fields that are missing or wrong are named by their dotted path, undeclared ones are left out, and an
 * optional one may be missing or null. Of a LIST, a single value is a list of one and nothing is an empty list.
 *
 * @param path what messages call the value, for example the placeholder's name; '' to name only its fields
 */
export function checkValue(value: unknown, shape: ValueShape, path: string): Checked<Json> {
  return check(value, shape, path, COMPUTED_PARSERS);
}

/**
 * Parses a JSON text and reads the declared fields from it. A TEXT takes the digits of a JSON number; an integer that a
 * double cannot hold exactly is refused for a NUMBER, and is a text of its digits within a JSON value.
 *
 * @throws SyntaxError when it is not JSON
 */
export function readJsonFields(text: string, fields: Field[]): Checked<Json> {
  const parsed: unknown = JSON.parse(text);
  const shape: ValueShape = { type: 'OBJECT', fields };
  const plain = mayHoldLongNumber(text) ? null : check(parsed, shape, '', COMPUTED_PARSERS);
  if (plain?.ok === true) return plain;
  try {
    // Slower, so only for texts that need it: keeps the digits of each number.
    return check(parseJsonWithNumbers(text), shape, '', JSON_PARSERS);
  } catch (error) {
    // Nested so deeply that it exhausts the stack: a limit was exceeded before.
    if (error instanceof RangeError) return plain ?? checkParsedFields(parsed, fields);
    throw error;
  }
}

/** The same of JSON that is parsed already. */
export function checkParsedFields(value: unknown, fields: Field[]): Checked<Json> {
  return check(value, { type: 'OBJECT', fields }, '', JSON_PARSERS);
}

function check(value: unknown, shape: ValueShape, path: string, parsers: Parsers): Checked<Json> {
  const problems: string[] = [];
  const checked = readValue(value, shape, path, parsers, problems);
  return problems.length === 0 ? { ok: true, value: checked } : { ok: false, problems };
}

function readValue(value: unknown, shape: ValueShape, path: string, parsers: Parsers, problems: string[]): Json {
  if (shape.type === 'OBJECT') return readObject(value, shape.fields ?? [], path, parsers, problems);
  const outcome = parsers[shape.type](value);
  if (outcome.ok) return outcome.value;
  problems.push(`${path || 'the value'} ${outcome.problem}`);
  return null;
}

function readObject(value: unknown, fields: Field[], path: string, parsers: Parsers, problems: string[]): JsonObject {
  const result: JsonObject = {};
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof JsonNumber) {
    problems.push(`${path || 'the value'} must be an object`);
    return result;
  }
  for (const field of fields) {
    const given: unknown = Object.hasOwn(value, field.key) ? (value as Record<string, unknown>)[field.key] : undefined;
    const fieldPath = `${path}${path === '' ? '' : '.'}${printableKey(field.key)}`;
    if (field.optional === true && (given === undefined || given === null)) continue;
    if (given === undefined && field.type !== 'LIST') problems.push(`${fieldPath} is required`);
    else setOwn(result, field.key, readValue(given, field, fieldPath, parsers, problems));
  }
  return result;
}
