import { SESSION_STATUSES } from '@workflow/workflow-model';
import { defineRoute } from '../http/define-route.ts';
import { defineObject, object, uuid } from '../http/schema-parts.ts';
import { sessionNotFound } from '../errors/required.ts';
import { sessionParams } from './session-route-schemas.ts';

const placeSchema = defineObject('SessionPlace', {
  rule: {
    type: 'string',
    nullable: true,
    enum: ['concurrency', 'order', 'gather', null],
    description: 'The rule of flow control that holds it; null if none does.',
  },
  key: { type: 'string', nullable: true, description: 'The value of its key; null where that is empty.' },
  limit: {
    type: 'integer',
    nullable: true,
    description: 'The limit of `concurrency`: sessions of the key at a time.',
  },
  holders: {
    type: 'array',
    description: 'The first 20 sessions that have a place of the key, or are before it in the order.',
    items: object({
      id: uuid,
      label: { type: 'string', nullable: true },
      status: { type: 'string', enum: [...SESSION_STATUSES] },
    }),
  },
  ahead: { type: 'integer', description: 'Sessions of the key that wait before it, counted up to 10,000.' },
});

const NONE = { rule: null, key: null, limit: null, holders: [], ahead: 0 };

export const getSessionPlace = defineRoute({
  method: 'GET',
  path: '/v1/sessions/{id}/place',
  summary: 'Read the key that holds a session back, and the sessions that have its places',
  description: 'For a session whose `waitingFor` is `concurrency`, `order` or `gather`.',
  security: { kind: 'caller', scope: 'read' },
  params: sessionParams,
  responses: {
    200: { description: 'Its place.', schema: placeSchema },
    404: { description: 'No such session.' },
  },
  async handler(context, { params }, caller) {
    const { queries } = context.store.sessions;
    const place = await queries.place(caller.organizationId, params.id);
    if (place === null && (await queries.findWithoutValues(caller.organizationId, params.id)) === null)
      throw sessionNotFound(params.id);
    return { status: 200, body: place ?? NONE };
  },
});
