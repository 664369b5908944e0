import { OPERATION_ACTIONS, OPERATION_STATUSES } from '@workflow/session-store';
import { defineObject, time, uuid } from '../http/schema-parts.ts';

const operationSchema = defineObject('Operation', {
  id: uuid,
  action: { type: 'string', enum: [...OPERATION_ACTIONS] },
  status: {
    type: 'string',
    enum: [...OPERATION_STATUSES],
    description: 'FAILED: none of the matching sessions could be changed.',
  },
  matched: { type: 'integer', description: 'Sessions that matched when the operation was accepted.' },
  done: { type: 'integer', description: 'Sessions that it changed.' },
  failed: { type: 'integer', description: 'Sessions that could not be changed, such as those that ended meanwhile.' },
  startedAt: time,
  finishedAt: { ...time, nullable: true },
});

export const operationResponses = {
  200: { description: 'The operation.', schema: operationSchema },
  404: { description: 'No such operation.' },
};
