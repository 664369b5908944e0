import { SESSION_MODES, SESSION_STATUSES, SESSION_TRIGGERS } from '@workflow/workflow-model';
import type { SessionFilter } from '@workflow/session-store';
import { defineRoute } from '../../http/define-route.ts';
import { checkStorable } from '../management/check-storable.ts';
import { sessionListSchema } from '../../sessions/session-route-schemas.ts';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;
const MAX_TEXT_LENGTH = 200;

/** What sessions can be filtered by; the list feed takes the same. */
export const sessionFilterProperties = {
  workflowId: { type: 'string', format: 'uuid' },
  status: { type: 'string', enum: [...SESSION_STATUSES] },
  mode: { type: 'string', enum: [...SESSION_MODES] },
  trigger: { type: 'string', enum: [...SESSION_TRIGGERS] },
  text: {
    type: 'string',
    minLength: 1,
    maxLength: MAX_TEXT_LENGTH,
    description: "A part of the session's id, of its error's code, message or errorId, or of its workflow's name, in any case of letters. A whole session id is found at once.",
  },
} as const;

export const listSessions = defineRoute<unknown, SessionFilter & { limit?: number; cursor?: string }>({
  method: 'GET',
  path: '/v1/sessions',
  operationId: 'listSessions',
  summary: 'List sessions, newest first',
  description:
    'A page looks at no more than 500 sessions, however rare what the filter asks for: one with fewer than `limit` items, or none, ' +
    'may have a `nextCursor`, which alone tells that older sessions are still to be looked at.',
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
    checkStorable({ text: filter.text });
    const page = await context.sessionViews.list(caller.organizationId, filter, cursor === undefined ? { limit } : { limit, cursor });
    return { status: 200, body: page };
  },
});
