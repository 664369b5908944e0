import type { Caller } from '../http/caller.ts';
import { defineObject, object, time, uuid } from '../http/schema-parts.ts';

export const connectedApplicationPath = '/v1/organization/connected-applications';
export const connectedApplicationSecurity = { kind: 'caller', scope: 'manage' } as const;

/**
 * Returns the member whose applications the caller sees and revokes: members their own, admins those of all members
 * (null).
 */
export function ownApplicationsOf(caller: Caller): string | null {
  return caller.kind === 'user' && caller.role !== 'admin' ? caller.id : null;
}

export const connectedApplicationSchema = defineObject('ConnectedApplication', {
  id: uuid,
  clientId: { type: 'string' },
  clientName: { type: 'string', nullable: true, description: 'The name that the application gave itself.' },
  redirectHost: {
    type: 'string',
    description: 'Where the browser went back to: the host of an address, or the scheme of an installed application.',
  },
  scopes: { type: 'array', items: { type: 'string', enum: ['run', 'read'] } },
  member: object({ id: uuid, name: { type: 'string' }, email: { type: 'string' } }),
  authorizedAt: { ...time, description: 'The first time.' },
  lastUsedAt: { ...time, nullable: true, description: 'Updated every few seconds, not with every use.' },
});
