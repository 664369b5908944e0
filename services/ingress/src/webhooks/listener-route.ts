import { defineObject, object, time, uuid } from '../http/schema-parts.ts';

/** The common part of the routes for listening to a delivery. */
export const listenerPath = '/v1/workflows/{id}/components/{componentId}/listener';

export const listenerSchema = defineObject('WebhookListener', {
  until: {
    ...time,
    nullable: true,
    description: 'When listening ends if no delivery arrives; null if nothing listens.',
  },
  isListening: { type: 'boolean', description: 'The next delivery will be caught.' },
  caught: {
    ...object({
      at: time,
      sessionId: {
        ...uuid,
        nullable: true,
        description: 'The session that it started, whose placeholder values have the request.',
      },
      request: {
        type: 'string',
        nullable: true,
        description:
          'The request as the component outputs it, where the delivery started no session: it was filtered, or the ' +
          'workflow was not published. The sensitive values of a filtered one are masked.',
      },
      filtered: { type: 'boolean', description: 'The filter of the component refused it.' },
    }),
    nullable: true,
    description: 'The delivery that was caught; null if there was none.',
  },
});
