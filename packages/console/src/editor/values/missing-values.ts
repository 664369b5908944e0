import { absentFields, type Field, type JsonObject } from '@workflow/workflow-model';
import { nestedValues } from './nested-values.ts';

/**
 * Returns the dotted keys of required fields that a form has no value for. An object counts if one of its own fields is
 * required, because a form cannot send an empty object.
 */
export function missingValues(fields: readonly Field[], values: JsonObject): string[] {
  return absentFields(fields.filter(canBeSent).map(withSendable), nestedValues(values)).map((path) => path.join('.'));
}

function canBeSent({ type, fields = [] }: Field): boolean {
  return type !== 'OBJECT' || fields.some((field) => field.optional !== true && canBeSent(field));
}

function withSendable(field: Field): Field {
  return field.fields === undefined ? field : { ...field, fields: field.fields.filter(canBeSent).map(withSendable) };
}
