import { defineRoute } from '../http/define-route.ts';
import { defineObject, uuid } from '../http/schema-parts.ts';

const callerSchema = defineObject('Caller', {
  kind: { type: 'string', enum: ['user', 'api-key'] },
  id: uuid,
  name: { type: 'string', description: 'E-mail address or key name.' },
  organizationId: uuid,
  organizationPaused: {
    type: 'boolean',
    description: 'The operator of the service paused the organization: runs are accepted and not started.',
  },
  role: {
    type: 'string',
    nullable: true,
    enum: ['admin', 'member', null],
    description: 'The role of a user; null for a key.',
  },
  scopes: { type: 'array', items: { type: 'string' } },
});

export const readCaller = defineRoute({
  method: 'GET',
  path: '/v1/caller',
  summary: 'Read who the caller is',
  tag: 'Organization',
  security: { kind: 'caller', scope: ['run', 'read', 'manage'], forBoundKeys: true },
  responses: { 200: { description: 'The caller.', schema: callerSchema } },
  async handler({ caches }, _request, caller) {
    const { kind, id, organizationId } = caller;
    const rights =
      caller.kind === 'user'
        ? { name: caller.email, role: caller.role, scopes: [] }
        : { name: caller.name, role: null, scopes: [...caller.scopes] };
    const organizationPaused = (await caches.organizationQuotas.get(organizationId))?.paused === true;
    const body = { kind, id, organizationId, organizationPaused, ...rights };
    return { status: 200, body };
  },
});
