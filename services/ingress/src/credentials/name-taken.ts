import { conflict, type ApiError } from '../errors/api-error.ts';

export function nameTaken(name: string): ApiError {
  return conflict(`The organization has a credential named '${name}' already`);
}
