import { conflict, type ApiError } from '../errors/api-error.ts';

/** Returns the error of a name that another credential of the organization has (409). */
export function nameTaken(name: string): ApiError {
  return conflict(`The organization has a credential named '${name}' already`);
}
