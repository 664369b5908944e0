import { fieldsWithin, type Field, type Json } from './definition.ts';

/** The text that replaces a sensitive value wherever it is shown. */
export const SENSITIVE_MASK = '•••';

/** A value for the encrypted column, and the sensitive values in it. */
export interface HiddenValue {
  value: Json;
  sensitive: Json[];
}

/** Returns true if the field, or one within it, is sensitive. */
export function hasSensitive(field: Field): boolean {
  return field.sensitive === true || (fieldsWithin(field) ?? []).some(hasSensitive);
}

/** Returns the values of the sensitive fields in a value. The value may be unchecked and have any shape. */
export function sensitiveIn(fields: readonly Field[], value: Json | undefined, found: Json[] = []): Json[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return found;
  for (const field of fields) {
    const own = Object.hasOwn(value, field.key) ? value[field.key] : undefined;
    if (own !== undefined && own !== null) sensitiveInField(field, own, found);
  }
  return found;
}

function sensitiveInField(field: Field, value: Json, found: Json[]): void {
  if (field.sensitive === true) {
    found.push(value);
    return;
  }
  const within = fieldsWithin(field);
  if (within === null || !within.some(hasSensitive)) return;
  if (field.type === 'OBJECT') sensitiveIn(within, value, found);
  else if (Array.isArray(value)) for (const item of value) sensitiveIn(within, item, found);
}

/** Returns the value with the mask in place of its sensitive fields, or the value itself if there are none. */
export function maskFields(fields: readonly Field[], value: Json): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([key, own]): [string, Json] => {
    const field = fields.find((candidate) => candidate.key === key);
    return [key, field === undefined ? own : maskField(field, own)];
  });
  return Object.fromEntries(entries);
}

function maskField(field: Field, value: Json): Json {
  if (value === null || !hasSensitive(field)) return value;
  if (field.sensitive === true) return SENSITIVE_MASK;
  const within = fieldsWithin(field) ?? [];
  if (Array.isArray(value)) return value.map((item) => maskFields(within, item));
  return maskFields(within, value);
}

/** Returns true if a shown value is incomplete, so that sending it again would change it. */
export function isMasked(value: Json): boolean {
  return JSON.stringify(value).includes(SENSITIVE_MASK);
}
