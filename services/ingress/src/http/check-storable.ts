import { isStorableText, MAX_RESULT_JSON_DEPTH, NOT_STORABLE } from '@workflow/workflow-model';
import { invalidRequest } from '../errors/api-error.ts';
import { nestedTooDeep } from './nested-too-deep.ts';

/**
 * Checks that PostgreSQL can store a value: its text and jsonb accept neither NUL nor lone surrogates, and the depth is
 * limited.
 * @throws ApiError 400 that names the first invalid value
 */
export function checkStorable(value: unknown, path = '', levels = MAX_RESULT_JSON_DEPTH): void {
  if (typeof value === 'string') refuse(value, path || 'the body');
  else if (typeof value === 'object' && value !== null && levels === 0) throw nestedTooDeep(MAX_RESULT_JSON_DEPTH);
  else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) checkStorable(item, `${path}[${index}]`, levels - 1);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      refuse(key, `a key of ${path || 'the body'}`);
      checkStorable(item, path === '' ? key : `${path}.${key}`, levels - 1);
    }
  }
}

function refuse(text: string, path: string): void {
  if (!isStorableText(text)) throw invalidRequest([`${path} ${NOT_STORABLE}`]);
}
