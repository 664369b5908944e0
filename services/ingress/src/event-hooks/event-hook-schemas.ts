import { EVENT_TYPES } from '@workflow/session-store';
import { defineObject, object, time, uuid } from '../http/schema-parts.ts';

export const eventHookSecurity = { kind: 'caller', scope: 'manage', role: 'admin' } as const;
export const eventHookPath = '/v1/organization/event-hooks';
export const eventDeliveriesPath = `${eventHookPath}/{id}/deliveries`;

const MAX_WORKFLOWS = 100;

export const events = {
  type: 'array',
  minItems: 1,
  uniqueItems: true,
  items: { type: 'string', enum: [...EVENT_TYPES] },
} as const;

export const workflowIds = {
  type: 'array',
  nullable: true,
  minItems: 1,
  maxItems: MAX_WORKFLOWS,
  uniqueItems: true,
  items: uuid,
  description: 'Only events of these workflows; of all workflows if null.',
} as const;

export const eventHookSchema = defineObject('EventHook', {
  id: uuid,
  url: { type: 'string' },
  events,
  workflowIds,
  createdAt: time,
  disabledAt: {
    ...time,
    nullable: true,
    description: 'When a response of 410 switched the hook off; null if it is on.',
  },
});

/** The schema of the only answers that show the secret. */
export const eventHookWithSecretSchema = defineObject('EventHookWithSecret', {
  ...eventHookSchema.properties,
  secret: {
    type: 'string',
    description: 'The secret of Standard Webhooks, `whsec_…`. Shown in this answer and never again.',
  },
});

export const eventDeliverySchema = defineObject('EventDelivery', {
  id: { ...uuid, description: 'Sent as `webhook-id` with each attempt.' },
  type: { type: 'string', description: 'One of the events, or `test`.' },
  sessionId: { ...uuid, nullable: true, description: 'The session that ended; null for a test.' },
  status: { type: 'string', enum: ['PENDING', 'DELIVERED', 'FAILED'] },
  createdAt: time,
  nextTryAt: { ...time, nullable: true, description: 'Null if there is no further attempt.' },
  tries: {
    type: 'array',
    description: 'The last 50, in order.',
    items: object({
      at: time,
      httpStatus: { type: 'integer', nullable: true, description: 'Null if there was no response.' },
      error: { type: 'string', nullable: true, description: 'Null if it was delivered.' },
      durationMs: { type: 'integer' },
    }),
  },
});

/** The name of the resource in messages. */
export const EVENT_HOOK = 'Event hook';
