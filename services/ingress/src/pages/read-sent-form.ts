import { isUtf8 } from 'node:buffer';
import { isStorableText, NOT_STORABLE } from '@workflow/workflow-model';
import { ApiError, invalidRequest } from '../errors/api-error.ts';
import { checkPairCount, valuesByName } from '../webhooks/read-form.ts';
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
