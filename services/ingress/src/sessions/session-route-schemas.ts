import { defineSchema } from '../http/define-route.ts';
import { sessionSchema, stepSchema } from './session-schemas.ts';

export const sessionParams = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string', format: 'uuid' } },
} as const;

export const sessionListSchema = defineSchema('SessionList', {
  type: 'object',
  required: ['items', 'nextCursor'],
  properties: {
    items: { type: 'array', items: sessionSchema },
    nextCursor: { type: 'string', nullable: true, description: 'Cursor of the next page; null on the last.' },
  },
});

export const stepListSchema = defineSchema('StepList', {
  type: 'object',
  required: ['items', 'nextCursor'],
  properties: {
    items: { type: 'array', items: stepSchema },
    nextCursor: { type: 'string', nullable: true, description: 'Cursor of the next page; null on the last.' },
  },
});
