import type { Actor, OrganizationManagement } from '@workflow/session-store';
import type { AppContext } from '../context.ts';
import type { Caller } from './caller.ts';

/** Returns the data of the caller's own organization. It is the only way from a request to data. */
export function organizationOf(context: AppContext, caller: Caller): OrganizationManagement {
  return context.store.management.organization(caller.organizationId);
}

/** Returns the caller as the audit log names them. */
export function actorOf(caller: Caller): Actor {
  return caller.kind === 'user'
    ? { type: 'user', id: caller.id, name: caller.email }
    : { type: 'api-key', id: caller.id, name: caller.name };
}
