import type { AppContext } from '../context.ts';
import type { Caller } from '../http/caller.ts';

/** Returns the apps of the caller's own organization. */
export function appsOf({ store }: AppContext, { organizationId }: Pick<Caller, 'organizationId'>) {
  return store.apps.organization(organizationId);
}
