import { defineSchema } from '../http/define-route.ts';
import type { Caller } from '../http/caller.ts';
import { time, uuid } from '../http/schema-parts.ts';

export const connectedApplicationPath = '/v1/organization/connected-applications';
export const connectedApplicationSecurity = { kind: 'caller', scope: 'manage' } as const;

/**
 * Returns the member whose applications the caller sees and revokes: members their own, admins those of all members
 * (null).
 */
export function ownApplicationsOf(caller: Caller): string | null {
  return caller.kind === 'user' && caller.role !== 'admin' ? caller.id : null;
}

export const connectedApplicationSchema = defineSchema('ConnectedApplication', {
  type: 'object',
  required: ['id', 'clientId', 'clientName', 'redirectHost', 'scopes', 'member', 'authorizedAt', 'lastUsedAt'],
  properties: {
    id: uuid,
    clientId: { type: 'string' },
    clientName: { type: 'string', nullable: true, description: 'The name that the application gave itself.' },
    redirectHost: {
      type: 'string',
      description: 'Where the browser went back to: the host of an address, or the scheme of an installed application.',
    },
    scopes: { type: 'array', items: { type: 'string', enum: ['run', 'read'] } },
    member: {
      type: 'object',
      required: ['id', 'name', 'email'],
      properties: { id: uuid, name: { type: 'string' }, email: { type: 'string' } },
    },
    authorizedAt: { ...time, description: 'The first time.' },
    lastUsedAt: { ...time, nullable: true, description: 'Updated every few seconds, not with every use.' },
  },
});
