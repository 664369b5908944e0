import { defineStrictObject, strictObject } from '../http/schema-parts.ts';

export const failureHandlerPath = '/v1/organization/failure-handler';

const workflowId = { type: 'string', format: 'uuid', nullable: true } as const;

export const chosenFailureHandlerSchema = defineStrictObject('ChosenFailureHandler', {
  workflowId: { ...workflowId, description: 'A published workflow that begins with a component `error`, or null.' },
});

export const failureHandlerSchema = defineStrictObject('FailureHandler', {
  workflowId: { ...workflowId, description: 'Null if none was chosen, or if it was deleted.' },
  name: { type: 'string', nullable: true },
  ready: {
    type: 'boolean',
    description: 'True if its published version has a component `error`; otherwise nothing starts.',
  },
  choices: {
    type: 'array',
    description: 'Published workflows that can be chosen, the newest 200.',
    items: strictObject({ workflowId: { type: 'string', format: 'uuid' }, name: { type: 'string' } }),
  },
});
