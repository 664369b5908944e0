import type { Actor, OrganizationManagement } from '@workflow/session-store';
import type { AppContext } from '../context.ts';
import type { Caller } from './caller.ts';

/** Returns the data of the caller's organization. A request can reach data only through this function. */
export function organizationOf(context: AppContext, caller: Caller): OrganizationManagement {
  return context.store.management.organization(caller.organizationId);
}

/** Returns the caller in the form of the audit log. */
export function actorOf(caller: Caller): Actor {
  return caller.kind === 'user'
    ? { type: 'user', id: caller.id, name: caller.email }
    : { type: 'api-key', id: caller.id, name: caller.name };
}
