import type { AppContext } from '../context.ts';
import { conflict, type ApiError } from '../errors/api-error.ts';
import type { Caller } from '../http/caller.ts';

/** Returns the credentials of the caller's own organization. */
export function credentialsOf({ store }: AppContext, { organizationId }: Caller) {
  return store.credentials.organization(organizationId);
}

export function nameTaken(name: string): ApiError {
  return conflict(`The organization has a credential named '${name}' already`);
}
