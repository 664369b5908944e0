import type { AppContext } from '../context.ts';
import type { Caller } from '../http/caller.ts';

/** Returns the tables of the caller's own organization. */
export function tablesOf({ store }: AppContext, { organizationId }: Caller) {
  return store.collections.organization(organizationId);
}
