import { SESSION_STATUSES } from '@workflow/workflow-model';
import { defineSchema } from '../http/define-route.ts';
import { gatheredSchema } from '../intake/gathered-schema.ts';
import { sessionErrorSchema } from '../sessions/session-schemas.ts';

/** The answer of contract §2.3, and the three fields that `Prefer: wait` adds. */
export const runResponseSchema = defineSchema('RunResponse', {
  type: 'object',
  required: ['workflowId', 'componentId', 'placeholderValues', 'sessionId'],
  additionalProperties: false,
  properties: {
    workflowId: { type: 'string', format: 'uuid' },
    componentId: { type: 'string', format: 'uuid' },
    placeholderValues: {
      type: 'object',
      additionalProperties: true,
      description: 'Normalized values of the placeholders that were provided.',
    },
    sessionId: { type: 'string', format: 'uuid' },
    gathered: gatheredSchema,
    status: { type: 'string', enum: [...SESSION_STATUSES], description: 'With `Prefer: wait` only.' },
    output: { description: "With `Prefer: wait` only: the session's output." },
    error: sessionErrorSchema,
  },
});
