import { MAX_FIELD_DEPTH, MAX_FIELDS, MAX_KEY_LENGTH } from '@workflow/component-kit';
import { isDateTime } from './is-date-time.ts';
import type { Field, Json, JsonObject } from '@workflow/workflow-model';
import { isRequest } from '../values/request-shape.ts';

/**
 * Typed fields that describe a sample: those of an object, or of the body of a webhook's request. A value that is
 * null becomes an optional field of any type.
 */
export function fieldsOfSample(sample: JsonObject): Field[] {
  if (!isRequest(sample)) return fieldsOf(sample, 1);
  return [
    { key: 'body', ...typeOf(sample['body'] ?? null, 1) },
    { key: 'headers', type: 'JSON' },
    { key: 'query', type: 'JSON' },
  ];
}

/** Returns the type of a sample, without the name of a field. */
export function shapeOfSample(sample: Json): Omit<Field, 'key'> {
  return typeOf(sample, 1);
}

/** The known fields, and those of the sample that are not among them, at every depth. */
export function withFieldsOfSample(known: readonly JsonObject[], sample: JsonObject): Field[] {
  return merged(known as unknown[] as Field[], fieldsOfSample(sample));
}

function merged(known: readonly Field[], inferred: readonly Field[]): Field[] {
  const byKey = new Map(inferred.map((field) => [field.key, field]));
  const keys = new Set(known.map(({ key }) => key));
  return [
    ...known
      .filter(({ key }) => key !== '')
      .map((field) => {
        const fields = field.type === 'OBJECT' ? byKey.get(field.key)?.fields : undefined;
        return fields ? { ...field, fields: merged(field.fields ?? [], fields) } : field;
      }),
    ...inferred.filter(({ key }) => !keys.has(key)),
  ];
}

function fieldsOf(value: JsonObject, depth: number): Field[] {
  return Object.entries(value)
    .filter(([key]) => isAllowedKey(key))
    .slice(0, MAX_FIELDS)
    .map(([key, own]) => ({ key, ...typeOf(own, depth) }));
}

function typeOf(value: Json, depth: number): Omit<Field, 'key'> {
  if (value === null) return { type: 'JSON', optional: true };
  if (Array.isArray(value)) return typeOfList(value, depth);
  switch (typeof value) {
    case 'number':
      return { type: 'NUMBER' };
    case 'boolean':
      return { type: 'BOOLEAN' };
    case 'string':
      return { type: isDateTime(value) ? 'DATE_TIME' : 'TEXT' };
    default: {
      const fields = depth < MAX_FIELD_DEPTH ? fieldsOf(value, depth + 1) : [];
      return fields.length === 0 ? { type: 'JSON' } : { type: 'OBJECT', fields };
    }
  }
}

/** A list if all items have one type. */
function typeOfList(list: readonly Json[], depth: number): Omit<Field, 'key'> {
  if (list.length > 0 && list.every((item) => typeof item === 'string'))
    return list.every((item) => isDateTime(item)) ? { type: 'LIST', items: 'DATE_TIME' } : { type: 'LIST' };
  const types = list.map((item) => typeOf(item, depth));
  const [first] = types;
  if (first === undefined || types.some(({ type }) => type !== first.type)) return { type: 'JSON' };
  switch (first.type) {
    case 'NUMBER':
    case 'BOOLEAN':
      return { type: 'LIST', items: first.type };
    case 'OBJECT':
      return { type: 'LIST', items: { type: 'OBJECT', fields: fieldsOfItems(types.map((item) => item.fields ?? [])) } };
    default:
      return { type: 'JSON' };
  }
}

/** The fields of all items: optional where one has it not, of any type where they differ. */
function fieldsOfItems(items: readonly (readonly Field[])[]): Field[] {
  const found = new Map<string, { field: Field; count: number }>();
  for (const field of items.flat()) {
    const known = found.get(field.key);
    if (known === undefined) found.set(field.key, { field, count: 1 });
    else found.set(field.key, { field: common(known.field, field), count: known.count + 1 });
  }
  return [...found.values()]
    .slice(0, MAX_FIELDS)
    .map(({ field, count }) => (count < items.length ? { ...field, optional: true } : field));
}

function common(one: Field, other: Field): Field {
  const { key } = one;
  const optional = (one.optional === true || other.optional === true) && { optional: true };
  if (JSON.stringify(one) === JSON.stringify(other)) return one;
  const fields =
    one.type === 'OBJECT' && other.type === 'OBJECT' && fieldsOfItems([one.fields ?? [], other.fields ?? []]);
  return fields === false ? { key, type: 'JSON', ...optional } : { key, type: 'OBJECT', fields, ...optional };
}

function isAllowedKey(key: string): boolean {
  // Control characters and dots cannot be addressed (contract §2.2 rule 6).
  return (
    key !== '' &&
    key !== '__proto__' &&
    key.length <= MAX_KEY_LENGTH &&
    [...key].every((letter) => letter !== '.' && letter >= ' ')
  );
}
