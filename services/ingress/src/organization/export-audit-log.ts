import { defineRoute } from '../http/define-route.ts';
import { organizationOf } from '../http/organization-of.ts';
import { query } from '../http/schema-parts.ts';
import { answerLines, linesQuery, linesResponses, readLines } from './audit-lines.ts';

/**
 * Exports the audit log. An entry that commits late gets a higher `sequence`, so a reader that continues from its last
 * line misses none.
 */
export const exportAuditLog = defineRoute({
  method: 'GET',
  path: '/v1/organization/audit-log/export',
  summary: 'The audit log as lines of JSON, oldest first',
  security: { kind: 'caller', scope: 'manage', role: 'admin' },
  query: query(linesQuery),
  responses: linesResponses,
  async handler(context, { query: range }, caller) {
    return answerLines(await readLines(organizationOf(context, caller).readAuditStream, range));
  },
});
