import { defineSchema } from '../http/define-route.ts';

export const failureHandlerPath = '/v1/organization/failure-handler';

const workflowId = { type: 'string', format: 'uuid', nullable: true } as const;

export const chosenFailureHandlerSchema = defineSchema('ChosenFailureHandler', {
  type: 'object',
  additionalProperties: false,
  required: ['workflowId'],
  properties: {
    workflowId: { ...workflowId, description: 'A published workflow that begins with a component `error`, or null.' },
  },
});

export const failureHandlerSchema = defineSchema('FailureHandler', {
  type: 'object',
  additionalProperties: false,
  required: ['workflowId', 'name', 'ready', 'choices'],
  properties: {
    workflowId: { ...workflowId, description: 'Null if none was chosen, or if it was deleted.' },
    name: { type: 'string', nullable: true },
    ready: {
      type: 'boolean',
      description: 'True if its published version has a component `error`; otherwise nothing starts.',
    },
    choices: {
      type: 'array',
      description: 'Published workflows that can be chosen, the newest 200.',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['workflowId', 'name'],
        properties: { workflowId: { type: 'string', format: 'uuid' }, name: { type: 'string' } },
      },
    },
  },
});
