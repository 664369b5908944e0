import { isUtf8 } from 'node:buffer';
import { isStorableText, NOT_STORABLE } from '@workflow/workflow-model';
import { ApiError, invalidRequest } from '../errors/api-error.ts';
import { checkPairCount } from '../webhooks/read-form.ts';
import type { SentForm } from './read-asked-fields.ts';

export const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Returns true if a body is that of a form without files. */
export function isFormType(contentType: string | undefined): boolean {
  return contentType?.toLowerCase().split(';')[0]?.trim() === FORM_TYPE;
}

/**
 * Returns the pairs of a form, by name.
 * @throws ApiError MALFORMED_ENCODING, INVALID_REQUEST for too many pairs, or for text that PostgreSQL cannot store
 */
export function readSentForm(body: Buffer, maxFields: number): SentForm {
  if (!isUtf8(body)) throw new ApiError('MALFORMED_ENCODING', { values: { encoding: 'UTF-8' } });
  checkPairCount(body, maxFields);
  const pairs = [...new URLSearchParams(body.toString())];
  if (!pairs.flat().every(isStorableText)) throw invalidRequest([`the form ${NOT_STORABLE}`]);
  return valuesByName(pairs);
}

/** Returns the values of pairs by their names. */
export function valuesByName<Value>(pairs: readonly (readonly [string, Value])[]): Map<string, Value[]> {
  const values = new Map<string, Value[]>();
  for (const [name, value] of pairs) {
    const existing = values.get(name);
    if (existing === undefined) values.set(name, [value]);
    else existing.push(value);
  }
  return values;
}
