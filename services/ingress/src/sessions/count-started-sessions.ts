import { SESSION_STATUSES } from '@workflow/workflow-model';
import { defineRoute } from '../http/define-route.ts';
import { defineObject, object, uuid } from '../http/schema-parts.ts';
import { sessionNotFound } from '../errors/required.ts';
import { sessionParams } from './session-route-schemas.ts';

const startedSchema = defineObject('StartedSessions', {
  items: {
    type: 'array',
    items: object({
      componentId: { ...uuid, description: 'The component that started them.' },
      run: { type: 'integer', description: 'The run of the session in which it did.' },
      total: { type: 'integer' },
      statuses: {
        type: 'object',
        description: 'How many of them have each status; those that none has are left out.',
        properties: Object.fromEntries(SESSION_STATUSES.map((status) => [status, { type: 'integer' }])),
      },
    }),
  },
});

export const countStartedSessions = defineRoute({
  method: 'GET',
  path: '/v1/sessions/{id}/started',
  summary: 'Count the sessions that the components of a session started',
  description: '`GET /v1/sessions?parentId=…&parentComponentId=…` lists them.',
  security: { kind: 'caller', scope: 'read' },
  params: sessionParams,
  responses: {
    200: { description: 'Counts by component and run.', schema: startedSchema },
    404: { description: 'No such session.' },
  },
  async handler(context, { params }, caller) {
    const { queries } = context.store.sessions;
    const items = await queries.children(caller.organizationId, params.id);
    if (items.length === 0 && (await queries.findWithoutValues(caller.organizationId, params.id)) === null)
      throw sessionNotFound(params.id);
    return { status: 200, body: { items } };
  },
});
