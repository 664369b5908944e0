import { sensitivityOf, type SensitiveSource, type Sensitivity } from '@workflow/components/descriptors';
import { reviveJson } from '@workflow/placeholder-values';
import {
  hasTooManyShapes,
  maskFields,
  sensitiveIn,
  SENSITIVE_MASK,
  valueAtKeys,
  type Definition,
  type Field,
  type HiddenStart,
  type Json,
  type JsonObject,
} from '@workflow/workflow-model';
import { nestPlaceholders } from '../placeholders/nest-placeholders.ts';
import { isSearchable, SensitiveValues } from './sensitive-values.ts';

/** Matches escapes in JSON text, which can write a value in a form that is not searched for. */
const ESCAPES = /\\[u/]/;

/**
 * Masks the sensitive parts of the values that a session starts with. Returns null if nothing is sensitive.
 * @param values by dotted keys; for a child, an OBJECT can also be a whole value
 * @param inherited sensitive values of the sessions that the values were read from
 */
export function hideStart(
  definition: Definition,
  values: Readonly<JsonObject>,
  inherited: readonly Json[] = [],
): HiddenStart | null {
  const sensitivity = sensitivityOf(definition);
  if (sensitivity === null && inherited.length === 0) return null;
  const known = new SensitiveValues();
  for (const value of inherited) known.add(value);
  const nested = nestPlaceholders(values);
  if (sensitivity !== null) learnAll(known, sensitivity, nested);
  let isHidden = !known.isEmpty;
  const shown = Object.fromEntries(
    Object.entries(values).map(([key, value]): [string, Json] => {
      const placed = sensitivity === null ? value : maskAt(sensitivity, key.split('.'), value);
      if (placed !== value) isHidden = true;
      return [key, known.mask(placed)];
    }),
  );
  return isHidden ? { shown, hidden: { value: { ...values }, sensitive: [...known.values] } } : null;
}

/** Adds the sensitive values of a placeholder, and those that a component will read from it. */
export function learnAll(known: SensitiveValues, sensitivity: Sensitivity, placeholders: Readonly<JsonObject>): void {
  for (const [name, value] of Object.entries(placeholders)) learnFrom(known, sensitivity, name, value);
}

/** Adds the sensitive values of a placeholder, and those that a component will read from it. */
export function learnFrom(known: SensitiveValues, sensitivity: Sensitivity, name: string, value: Json): void {
  const fields = sensitivity.fields.get(name);
  if (fields !== undefined) for (const found of sensitiveIn(fields, { [name]: value })) known.add(found);
  for (const source of sensitivity.sources.get(name) ?? []) learnFromSource(known, source, value);
}

function learnFromSource(known: SensitiveValues, { path, keys, fields }: SensitiveSource, value: Json): void {
  const place = path === null ? value : at(value, path);
  if (typeof place !== 'string') {
    for (const found of readFrom(place, keys, fields)) known.add(found);
    return;
  }
  const parsed = path === null ? undefined : parse(place);
  const read = parsed === undefined ? [] : readFrom(parsed, keys, fields);
  for (const found of read) known.add(found);
  if (parsed === undefined || (read.length > 0 && (!isSearchable(read) || ESCAPES.test(place)))) known.addWhole(place);
}

/** Returns the sensitive values of an object within JSON, which may be JSON text. */
function readFrom(whole: Json | null, keys: readonly string[], fields: readonly Field[]): Json[] {
  const place = valueAtKeys(whole, keys) as Json | undefined;
  if (typeof place !== 'string' || keys.length === 0) return sensitiveIn(fields, place ?? undefined);
  const parsed = parse(place);
  // Data that cannot be read is sensitive as a whole.
  return parsed === undefined ? [place] : sensitiveIn(fields, parsed);
}

/** Returns the value with the mask in place of sensitive fields. */
export function maskPlaceholder(sensitivity: Sensitivity, name: string, value: Json): Json {
  return maskAt(sensitivity, [name], value);
}

function maskAt(sensitivity: Sensitivity, [name = '', ...rest]: readonly string[], value: Json): Json {
  if (value === null) return null;
  if (sensitivity.sources.get(name)?.some(({ path }) => path === null) === true) return SENSITIVE_MASK;
  const fields = sensitivity.fields.get(name);
  if (fields === undefined) return value;
  // Put the value in its place within the whole, so that a mask above it covers it.
  let whole: Json = value;
  for (const key of [...rest].reverse()) whole = { [key]: whole };
  let masked: Json | undefined = fields.reduce<Json>(
    (before, field) => (maskFields([field], { [name]: before }) as JsonObject)[name] as Json,
    whole,
  );
  for (const key of rest) {
    if (masked === SENSITIVE_MASK) return SENSITIVE_MASK;
    masked = (masked as JsonObject)[key];
  }
  return JSON.stringify(masked) === JSON.stringify(value) ? value : (masked ?? null);
}

function at(value: Json, path: readonly string[]): Json | null {
  let place: Json = value;
  for (const key of path) {
    if (typeof place !== 'object' || place === null || Array.isArray(place) || !Object.hasOwn(place, key)) return null;
    place = place[key] as Json;
  }
  return place;
}

/**
 * Parses JSON text. Returns undefined if it is not JSON or too large to read here. Numbers that would lose digits
 * become texts.
 */
function parse(text: string): Json | undefined {
  if (hasTooManyShapes(text)) return undefined;
  try {
    return reviveJson(text, (_key, value, context) =>
      typeof value === 'number' && String(value) !== context?.source ? context?.source : value,
    ) as Json;
  } catch {
    return undefined;
  }
}
