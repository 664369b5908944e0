import { itemShape, type Field, type Json, type JsonObject, type ValueShape } from '@workflow/workflow-model';

/** The text that an example has in place of the id of an uploaded file. */
export const FILE_ID_SAMPLE = '<FILE_ID>';

/** Returns an example value of each required placeholder, by dotted keys, as callers send them. */
export function sampleValues(fields: readonly Field[]): JsonObject {
  const values: JsonObject = {};
  for (const field of fields) addSample(field, field.key, values);
  return values;
}

function addSample(field: Field, key: string, values: JsonObject): void {
  if (field.optional === true) return;
  if (field.type === 'OBJECT') for (const inner of field.fields ?? []) addSample(inner, `${key}.${inner.key}`, values);
  else values[key] = sampleOf(field);
}

function sampleOf(shape: ValueShape): Json {
  switch (shape.type) {
    case 'TEXT':
      return 'text';
    case 'NUMBER':
      return 1;
    case 'BOOLEAN':
      return true;
    case 'DATE_TIME':
      return '2026-01-31T10:20:30Z';
    case 'LIST':
      return [sampleOf(itemShape(shape.items))];
    case 'OBJECT':
      return Object.fromEntries((shape.fields ?? []).map((inner) => [inner.key, sampleOf(inner)]));
    case 'FILE':
      return FILE_ID_SAMPLE;
    case 'JSON':
      return {};
  }
}
