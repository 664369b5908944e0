import { MAX_FIELD_DEPTH, MAX_FIELDS, MAX_KEY_LENGTH } from '@workflow/component-kit';
import { isDateTime } from './is-date-time.ts';
import type { Field, Json, JsonObject } from '@workflow/workflow-model';

/** The parts of a webhook's request that differ from sender to sender; all others are always the same. */
const REQUEST_PARTS = ['method', 'path', 'query', 'headers', 'body', 'receivedAt'];

/**
 * Typed fields that describe a sample: those of an object, or of the body of a webhook's request. A value that is
 * null becomes an optional field of any type.
 */
function fieldsOfSample(sample: JsonObject): Field[] {
  const isRequest = REQUEST_PARTS.every((part) => part in sample);
  if (!isRequest) return fieldsOf(sample, 1);
  return [
    { key: 'body', ...typeOf(sample['body'] ?? null, 1) },
    { key: 'headers', type: 'JSON' },
    { key: 'query', type: 'JSON' },
  ];
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
  if (Array.isArray(value))
    return { type: value.length > 0 && value.every((item) => typeof item === 'string') ? 'LIST' : 'JSON' };
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

function isAllowedKey(key: string): boolean {
  // Control characters and dots cannot be addressed (spec §2.2 rule 6).
  return (
    key !== '' &&
    key !== '__proto__' &&
    key.length <= MAX_KEY_LENGTH &&
    [...key].every((letter) => letter !== '.' && letter >= ' ')
  );
}
