import { invalidRequest, type ApiError } from '../errors/api-error.ts';

/** Returns the error for a body with more levels of objects and lists than this. */
export function nestedTooDeep(maxLevels: number): ApiError {
  return invalidRequest([`the body must not be nested deeper than ${maxLevels} levels`]);
}
