import { ApiError } from '../errors/api-error.ts';

/** The same for a session of another organization as for one that never was. */
export function sessionNotFound(id: string): ApiError {
  return new ApiError('SESSION_NOT_FOUND', { values: { id } });
}
