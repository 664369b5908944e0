import type { Actor, OrganizationManagement } from '@workflow/session-store';
import type { AppContext } from '../context.ts';
import type { Caller } from './caller.ts';

/** Returns the data of the caller's organization. */
export function organizationOf(context: AppContext, caller: Caller): OrganizationManagement {
  return context.store.management.organization(caller.organizationId);
}

/** Returns the apps of the caller's organization. */
export function appsOf({ store }: AppContext, { organizationId }: Pick<Caller, 'organizationId'>) {
  return store.apps.organization(organizationId);
}

/** Returns the credentials of the caller's organization. */
export function credentialsOf({ store }: AppContext, { organizationId }: Caller) {
  return store.credentials.organization(organizationId);
}

/** Returns the tables of the caller's organization. */
export function tablesOf({ store }: AppContext, { organizationId }: Caller) {
  return store.collections.organization(organizationId);
}

/** Returns the caller in the form of the audit log. */
export function actorOf(caller: Caller): Actor {
  return caller.kind === 'user'
    ? { type: 'user', id: caller.id, name: caller.email }
    : { type: 'api-key', id: caller.id, name: caller.name };
}
