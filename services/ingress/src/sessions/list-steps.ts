import { defineRoute } from '../http/define-route.ts';
import { query } from '../http/schema-parts.ts';
import { sessionNotFound } from '../errors/required.ts';
import { sessionParams, stepListSchema } from './session-route-schemas.ts';

export const listSteps = defineRoute({
  method: 'GET',
  path: '/v1/sessions/{id}/steps',
  summary: 'List the steps of a session, in the order they began',
  description:
    'Inputs and outputs above 16 KiB are cut to a preview and marked `truncated`, unless `full=true`. A page ends at ' +
    'about 8 MiB, or 500 steps (100 with `full=true`); `nextCursor` leads to the next one.',
  security: { kind: 'caller', scope: 'read' },
  params: sessionParams,
  query: query({
    full: { type: 'boolean', default: false },
    cursor: { type: 'string', pattern: '^\\d{1,9}$', description: '`nextCursor` of the page before.' },
  }),
  responses: { 200: { description: 'The steps.', schema: stepListSchema }, 404: { description: 'No such session.' } },
  async handler(context, { params, query: { full = false, cursor } }, caller) {
    const page = await context.store.sessions.queries.stepPage(caller.organizationId, params.id, {
      whole: full,
      ...(cursor !== undefined && { cursor }),
    });
    if (page === null) throw sessionNotFound(params.id);
    const { items, nextCursor } = page;
    return { status: 200, body: { items, nextCursor } };
  },
});
