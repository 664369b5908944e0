import { ApiError } from '../errors/api-error.ts';

/** Creates the same error for a session of another organization as for one that never existed. */
export function sessionNotFound(id: string): ApiError {
  return new ApiError('SESSION_NOT_FOUND', { values: { id } });
}
