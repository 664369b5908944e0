import { ApiError } from './api-error.ts';

/** @throws ApiError RESOURCE_NOT_FOUND for null, undefined and false */
export function required<Found>(
  found: Found,
  what: string,
  id: string | number,
): Exclude<Found, null | undefined | false> {
  if (found === null || found === undefined || found === false) throw notFound(what, id);
  return found as Exclude<Found, null | undefined | false>;
}

export function notFound(what: string, id: string | number): ApiError {
  return new ApiError('RESOURCE_NOT_FOUND', { values: { what, id } });
}

/** Creates the same error for a session of another organization as for one that never existed. */
export function sessionNotFound(id: string): ApiError {
  return new ApiError('SESSION_NOT_FOUND', { values: { id } });
}
