import type { Actor, OrganizationManagement } from '@workflow/session-store';
import type { AppContext } from '../../context.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { Caller } from '../../http/caller.ts';

/** The only way from a request to data: what the caller's own organization holds. */
export function organizationOf(context: AppContext, caller: Caller): OrganizationManagement {
  return context.store.management.organization(caller.organizationId);
}

/** The caller as the audit log names them. */
export function actorOf(caller: Caller): Actor {
  return caller.kind === 'user' ? { type: 'user', id: caller.id, name: caller.email } : { type: 'api-key', id: caller.id, name: caller.name };
}

/** @throws ApiError RESOURCE_NOT_FOUND for null, undefined and false */
export function required<Found>(found: Found, what: string, id: string | number): Exclude<Found, null | undefined | false> {
  if (found === null || found === undefined || found === false) throw notFound(what, id);
  return found as Exclude<Found, null | undefined | false>;
}

export function notFound(what: string, id: string | number): ApiError {
  return new ApiError('RESOURCE_NOT_FOUND', { values: { what, id } });
}
