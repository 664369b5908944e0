import { sessionSchema, stepSchema } from './session-schemas.ts';
import { defineObject, object } from '../http/schema-parts.ts';

export const sessionParams = object({ id: { type: 'string', format: 'uuid' } });

/** The headers of a request for events. */
export const eventsHeaders = {
  type: 'object',
  properties: { 'Last-Event-ID': { type: 'string', description: 'Id of the last event received.' } },
};

export const eventsResponse = {
  description: 'The events.',
  contentType: 'text/event-stream',
  schema: { type: 'string' },
};

export const sessionListSchema = defineObject('SessionList', {
  items: { type: 'array', items: sessionSchema },
  nextCursor: { type: 'string', nullable: true, description: 'Cursor of the next page; null on the last.' },
});

export const stepListSchema = defineObject('StepList', {
  items: { type: 'array', items: stepSchema },
  nextCursor: { type: 'string', nullable: true, description: 'Cursor of the next page; null on the last.' },
});
