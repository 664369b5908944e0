import type { Actor, OrganizationManagement } from '@workflow/session-store';
import type { AppContext } from '../context.ts';
import type { Caller } from './caller.ts';

/** The only way from a request to data: the data of the caller's own organization. */
export function organizationOf(context: AppContext, caller: Caller): OrganizationManagement {
  return context.store.management.organization(caller.organizationId);
}

/** The caller as the audit log names them. */
export function actorOf(caller: Caller): Actor {
  return caller.kind === 'user'
    ? { type: 'user', id: caller.id, name: caller.email }
    : { type: 'api-key', id: caller.id, name: caller.name };
}
