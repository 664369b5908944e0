import { defineRoute } from '../http/define-route.ts';
import { organizationOf } from '../http/organization-of.ts';
import { DEFAULT_PAGE, defineObject, object, pageQuery, pageSchema, query, time, uuid } from '../http/schema-parts.ts';

/** An entry on a page. A line of the stream has the same fields. */
export const entrySchema = defineObject('AuditEntry', {
  id: uuid,
  at: time,
  actor: object({
    type: { type: 'string', enum: ['user', 'api-key', 'system'] },
    id: { ...uuid, nullable: true },
    name: { type: 'string' },
  }),
  action: { type: 'string', example: 'workflow.publish' },
  target: object({ type: { type: 'string' }, id: { type: 'string', nullable: true } }),
  detail: { type: 'object', nullable: true, additionalProperties: true },
});

export const listAuditLog = defineRoute({
  method: 'GET',
  path: '/v1/organization/audit-log',
  summary: 'List the audit log, newest first',
  security: { kind: 'caller', scope: 'manage', role: 'admin' },
  query: query({
    ...pageQuery,
    action: {
      type: 'string',
      pattern: '^[a-z-]+\\.[a-z-]+$',
      maxLength: 64,
      'x-message': 'must be an action, such as workflow.publish',
    },
  }),
  responses: { 200: { description: 'A page of entries.', schema: pageSchema('AuditPage', entrySchema) } },
  async handler(context, { query: { limit = DEFAULT_PAGE, ...page } }, caller) {
    return { status: 200, body: await organizationOf(context, caller).listAudit({ limit, ...page }) };
  },
});
