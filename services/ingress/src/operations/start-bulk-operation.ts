import { OPERATION_ACTIONS } from '@workflow/session-store';
import { SESSION_STATUSES } from '@workflow/workflow-model';
import { invalidRequest } from '../errors/api-error.ts';
import { keyOf } from '../http/caller.ts';
import { defineRoute, defineSchema } from '../http/define-route.ts';
import { defineObject, uuid } from '../http/schema-parts.ts';
import { readSessionFilter, listFilterProperties } from '../sessions/list-sessions.ts';

const status = { type: 'string', enum: [...SESSION_STATUSES] } as const;

const bulkRequestSchema = defineSchema('BulkRequest', {
  type: 'object',
  required: ['action', 'filter'],
  additionalProperties: false,
  properties: {
    action: { type: 'string', enum: [...OPERATION_ACTIONS] },
    filter: {
      type: 'object',
      additionalProperties: false,
      minProperties: 1,
      description: 'The filters of `GET /v1/sessions`.',
      properties: {
        ...listFilterProperties,
        status: {
          anyOf: [status, { type: 'array', minItems: 1, items: status }],
          description: 'Sessions with any of these statuses; only sessions that the action can change match.',
        },
      },
    },
    from: {
      type: 'string',
      enum: ['failed-step', 'start'],
      description: 'Where a retry starts; at the failed step if left out.',
    },
    version: {
      type: 'string',
      enum: ['pinned', 'latest'],
      description:
        'The version that a retry runs on, as for one session; its own if left out. Sessions that cannot go on with ' +
        'the latest version count as failed.',
    },
    dryRun: { type: 'boolean', description: 'Only counts.' },
  },
});

export const startBulkOperation = defineRoute({
  method: 'POST',
  path: '/v1/sessions/bulk',
  summary: 'Cancel or retry all sessions that match a filter',
  description:
    'Changes each session once that matches when the operation is accepted, and none that match later. `cancel` ' +
    'changes sessions that have not ended, `retry` those that failed or were cancelled, as many a minute ' +
    'as runs are allowed. The operation runs in the background; `GET /v1/operations/{id}` shows its progress. ' +
    'From the answer to a `cancel` on, no session that matched and did not run begins or continues.',
  security: { kind: 'caller', scope: 'run' },
  body: bulkRequestSchema,
  bodyExample: { action: 'cancel', filter: { workflowId: '0190f3f2-7c1a-7b6e-8a53-0d4a5b6c7d8e', status: 'QUEUED' } },
  responses: {
    202: {
      description: 'The operation is under way. With `dryRun` it has ended already and changed nothing.',
      schema: defineObject('StartedOperation', { operationId: uuid, matched: { type: 'integer' } }),
    },
  },
  async handler(context, { body, expectWait }, caller) {
    const { action, filter, from, version, dryRun = false } = body;
    if (from !== undefined && action !== 'retry') throw invalidRequest(['from is only allowed with action retry']);
    if (version !== undefined && action !== 'retry')
      throw invalidRequest(['version is only allowed with action retry']);
    // Finding a million sessions takes longer than other requests may take.
    expectWait(context.config.http.bulkStartTimeoutMs);
    const { id, matched } = await context.store.operations.start(caller.organizationId, {
      action,
      filter: readSessionFilter(filter),
      fromStart: from === 'start',
      onLatest: version === 'latest',
      perMinute: action === 'retry' ? await context.runLimits.perMinuteOf(caller.organizationId, keyOf(caller)) : null,
      dryRun,
    });
    return { status: 202, body: { operationId: id, matched } };
  },
});
