import { SESSION_MODES, SESSION_STATUSES, SESSION_TRIGGERS } from '@workflow/workflow-model';
import type { SessionFilter } from '@workflow/session-store';
import { defineRoute } from '../../http/define-route.ts';
import { sessionListSchema } from '../../sessions/session-route-schemas.ts';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

/** What sessions can be filtered by; the list feed takes the same. */
export const sessionFilterProperties = {
  workflowId: { type: 'string', format: 'uuid' },
  status: { type: 'string', enum: [...SESSION_STATUSES] },
  mode: { type: 'string', enum: [...SESSION_MODES] },
  trigger: { type: 'string', enum: [...SESSION_TRIGGERS] },
} as const;

export const listSessions = defineRoute<unknown, SessionFilter & { limit?: number; cursor?: string }>({
  method: 'GET',
  path: '/v1/sessions',
  operationId: 'listSessions',
  summary: 'List sessions, newest first',
  tags: ['Sessions'],
  security: { kind: 'caller', scope: 'read' },
  query: {
    type: 'object',
    additionalProperties: false,
    properties: {
      ...sessionFilterProperties,
      limit: { type: 'integer', minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT },
      cursor: { type: 'string', format: 'uuid', description: '`nextCursor` of the page before.' },
    },
  },
  responses: { 200: { description: 'A page of sessions.', schema: sessionListSchema } },
  async handler(context, { query }, caller) {
    const { limit = DEFAULT_LIMIT, cursor, ...filter } = query;
    const page = await context.sessionViews.list(caller.organizationId, filter, cursor === undefined ? { limit } : { limit, cursor });
    return { status: 200, body: page };
  },
});
