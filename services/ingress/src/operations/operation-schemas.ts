import { OPERATION_ACTIONS, OPERATION_STATUSES, type OperationView } from '@workflow/session-store';
import { ApiError } from '../errors/api-error.ts';
import { defineSchema } from '../http/define-route.ts';
import { time, uuid } from '../http/schema-parts.ts';

const operationSchema = defineSchema('Operation', {
  type: 'object',
  required: ['id', 'action', 'status', 'matched', 'done', 'failed', 'startedAt', 'finishedAt'],
  properties: {
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
  },
});

export const operationResponses = {
  200: { description: 'The operation.', schema: operationSchema },
  404: { description: 'No such operation.' },
};

/** @throws ApiError the same one for an operation of another organization and for one that never existed */
export function foundOperation(operation: OperationView | null, id: string): OperationView {
  if (operation === null) throw new ApiError('RESOURCE_NOT_FOUND', { values: { what: 'Operation', id } });
  return operation;
}
