import { defineSchema } from '../http/define-route.ts';
import { defineObject, time, uuid } from '../http/schema-parts.ts';

/** The name of the resource in messages. */
export const APPROVAL = 'Approval';

export const approvalSchema = defineSchema('Approval', {
  type: 'object',
  required: [
    'id',
    'sessionId',
    'workflowId',
    'workflowName',
    'componentId',
    'title',
    'message',
    'choices',
    'fields',
    'createdAt',
    'expiresAt',
  ],
  properties: {
    id: uuid,
    sessionId: uuid,
    workflowId: uuid,
    workflowName: { type: 'string', description: 'The workflow that asks.' },
    componentId: uuid,
    title: { type: 'string' },
    message: { type: 'string' },
    choices: { type: 'array', items: { type: 'string' } },
    fields: {
      type: 'array',
      description: 'The fields that a decision must contain in addition to the choice.',
      items: { type: 'object', additionalProperties: true },
    },
    createdAt: { ...time, description: 'When the approval was requested.' },
    expiresAt: { ...time, description: 'Until then it can be decided.' },
    url: { type: 'string', format: 'uri', description: 'The address of its page; only for who may decide.' },
  },
});

export const decisionSchema = defineObject('ApprovalDecision', {
  choice: { type: 'string' },
  comment: { type: 'string', nullable: true },
  by: { type: 'string', nullable: true, description: 'The account, the name of the API key, or the name given.' },
});
