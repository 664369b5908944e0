import type { Field, JsonObject } from '@workflow/workflow-model';

/** Values by dotted keys, as forms have them, as nested JSON. A check mark that was not touched is false. */
export function nestValues(fields: readonly Field[], values: JsonObject, within = ''): JsonObject {
  const nested: JsonObject = {};
  for (const { key, type, fields: inner = [], optional } of fields) {
    const path = `${within}${key}`;
    if (type === 'OBJECT') {
      const value = nestValues(inner, values, `${path}.`);
      if (Object.keys(value).length > 0 || optional !== true) nested[key] = value;
    } else if (values[path] !== undefined) nested[key] = values[path];
    else if (type === 'BOOLEAN' && optional !== true) nested[key] = false;
  }
  return nested;
}
