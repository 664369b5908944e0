import { defineRoute, defineSchema } from '../../http/define-route.ts';
import { uuid } from './schema-parts.ts';

const callerSchema = defineSchema('Caller', {
  type: 'object',
  required: ['kind', 'id', 'name', 'organizationId', 'role', 'scopes'],
  properties: {
    kind: { type: 'string', enum: ['user', 'api-key'] },
    id: uuid,
    name: { type: 'string', description: 'E-mail address or key name.' },
    organizationId: uuid,
    role: { type: 'string', nullable: true, enum: ['admin', 'member', null], description: 'Of a user; null for a key.' },
    scopes: { type: 'array', items: { type: 'string' } },
  },
});

export const readCaller = defineRoute({
  method: 'GET',
  path: '/v1/caller',
  operationId: 'readCaller',
  summary: 'Who the caller is to the service',
  tags: ['Organization'],
  security: { kind: 'caller', scope: ['run', 'read', 'manage'] },
  responses: { 200: { description: 'The caller.', schema: callerSchema } },
  handler(_context, _request, caller) {
    const { kind, id, organizationId } = caller;
    const rights = caller.kind === 'user' ? { name: caller.email, role: caller.role, scopes: [] } : { name: caller.name, role: null, scopes: [...caller.scopes] };
    return { status: 200, body: { kind, id, organizationId, ...rights }, headers: { 'Cache-Control': 'no-store' } };
  },
});
