import { defineRoute } from '../../http/define-route.ts';
import { sessionNotFound } from '../../sessions/session-not-found.ts';
import { sessionParams, stepListSchema } from '../../sessions/session-route-schemas.ts';
import { truncateStep } from '../../sessions/truncate-step.ts';

export const listSteps = defineRoute<{ id: string }, { full?: boolean }>({
  method: 'GET',
  path: '/v1/sessions/{id}/steps',
  operationId: 'listSteps',
  summary: 'List the steps of a session, in the order they began',
  description: 'Inputs and outputs above 16 KiB are cut to a preview and marked `truncated`, unless `full=true`.',
  tags: ['Sessions'],
  security: { kind: 'caller', scope: 'read' },
  params: sessionParams,
  query: { type: 'object', additionalProperties: false, properties: { full: { type: 'boolean', default: false } } },
  responses: { 200: { description: 'The steps.', schema: stepListSchema }, 404: { description: 'No such session.' } },
  async handler(context, { params, query }, caller) {
    const steps = await context.sessionViews.steps(caller.organizationId, params.id);
    if (steps === null) throw sessionNotFound(params.id);
    return { status: 200, body: { items: query.full === true ? steps : steps.map(truncateStep), nextCursor: null } };
  },
});
