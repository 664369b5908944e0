import { invalidRequest } from '../errors/api-error.ts';

/**
 * PostgreSQL's text and jsonb take neither NUL nor lone surrogates.
 * @throws ApiError 400 that names the first such value
 */
export function checkStorable(value: unknown, path = ''): void {
  if (typeof value === 'string') refuse(value, path || 'the body');
  else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) checkStorable(item, `${path}[${index}]`);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      refuse(key, `a key of ${path || 'the body'}`);
      checkStorable(item, path === '' ? key : `${path}.${key}`);
    }
  }
}

function refuse(text: string, path: string): void {
  if (!text.isWellFormed() || text.includes('\0'))
    throw invalidRequest([`${path} must not contain NUL characters or lone surrogates`]);
}
