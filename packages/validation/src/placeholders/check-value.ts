import type { Field, Json, JsonObject } from '@workflow/workflow-model';
import type { Checked } from '../checked.ts';
import { setOwn } from '../own-property.ts';
import { printableKey } from '../printable-key.ts';
import { PARSERS } from './parse-value.ts';

/** Type of a value: a field without its key. */
export type ValueShape = Pick<Field, 'type' | 'fields'>;

/**
 * Checks a JSON value against a declared type, as `json-parse` and declared outputs do, with the rules that hold for
 * what callers send. An OBJECT is a JSON object here: fields that are missing or wrong are named by their dotted path,
 * undeclared ones are left out, and an optional one may be missing or null.
 *
 * @param path what messages call the value, for example the placeholder's name; '' to name only its fields
 */
export function checkValue(value: unknown, shape: ValueShape, path: string): Checked<Json> {
  const problems: string[] = [];
  const checked = readValue(value, shape, path, problems);
  return problems.length === 0 ? { ok: true, value: checked } : { ok: false, problems };
}

function readValue(value: unknown, shape: ValueShape, path: string, problems: string[]): Json {
  if (shape.type === 'OBJECT') return readObject(value, shape.fields ?? [], path, problems);
  const outcome = PARSERS[shape.type](value);
  if (outcome.ok) return outcome.value;
  problems.push(`${path || 'the value'} ${outcome.problem}`);
  return null;
}

function readObject(value: unknown, fields: Field[], path: string, problems: string[]): JsonObject {
  const result: JsonObject = {};
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    problems.push(`${path || 'the value'} must be an object`);
    return result;
  }
  for (const field of fields) {
    const given: unknown = Object.hasOwn(value, field.key) ? (value as Record<string, unknown>)[field.key] : undefined;
    const fieldPath = `${path}${path === '' ? '' : '.'}${printableKey(field.key)}`;
    if (field.optional === true && (given === undefined || given === null)) continue;
    if (given === undefined) problems.push(`${fieldPath} is required`);
    else setOwn(result, field.key, readValue(given, field, fieldPath, problems));
  }
  return result;
}
