import { sessionSchema, stepSchema } from './session-schemas.ts';
import { defineObject, object } from '../http/schema-parts.ts';

export const sessionParams = object({ id: { type: 'string', format: 'uuid' } });

export const sessionListSchema = defineObject('SessionList', {
  items: { type: 'array', items: sessionSchema },
  nextCursor: { type: 'string', nullable: true, description: 'Cursor of the next page; null on the last.' },
});

export const stepListSchema = defineObject('StepList', {
  items: { type: 'array', items: stepSchema },
  nextCursor: { type: 'string', nullable: true, description: 'Cursor of the next page; null on the last.' },
});
