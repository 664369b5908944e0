import { ApiError } from '../errors/api-error.ts';
import { keyOf } from '../http/caller.ts';
import { defineRoute } from '../http/define-route.ts';
import { rateLimitHeaders } from '../http/schema-parts.ts';
import { sessionNotFound } from './session-not-found.ts';
import { sessionParams } from './session-route-schemas.ts';
import { sessionSchema } from './session-schemas.ts';

const REFUSALS = {
  'not-terminal': 'The session has not ended yet',
  succeeded: 'The session succeeded; start a new one instead',
  'no-runs-left': 'The session had as many runs as one may have (MAX_RUNS_PER_SESSION); start a new one instead',
  unpublished: 'The workflow has no published version to retry on',
} as const;

export function retryRefused(why: keyof typeof REFUSALS): ApiError {
  return new ApiError('CONFLICT', { values: { reason: REFUSALS[why] } });
}

export const retrySession = defineRoute({
  method: 'POST',
  path: '/v1/sessions/{id}/retry',
  operationId: 'retrySession',
  summary: 'Run a failed or cancelled session again',
  description:
    'From the failed step, on the version that it ran, unless the query says otherwise. Counts as a run where runs ' +
    'are limited.',
  tags: ['Sessions'],
  security: { kind: 'caller', scope: 'run' },
  params: sessionParams,
  query: {
    type: 'object',
    additionalProperties: false,
    properties: {
      from: { type: 'string', enum: ['failed-step', 'start'], default: 'failed-step' },
      version: { type: 'string', enum: ['pinned', 'latest'], default: 'pinned' },
    },
  },
  responses: {
    200: { description: 'The session, QUEUED for a new run.', schema: sessionSchema, headers: rateLimitHeaders },
    404: { description: 'No such session.' },
    409: { description: 'The session cannot be retried in its present state.' },
  },
  async handler(context, { params, query }, caller) {
    const { from = 'failed-step', version = 'pinned' } = query;
    const limits = await context.runLimits.take(caller.organizationId, keyOf(caller), 0);
    const outcome = await context.intake.retry(caller.organizationId, params.id, { from, version });
    if (outcome.kind === 'not-found') throw sessionNotFound(params.id);
    if (outcome.kind !== 'retried') throw retryRefused(outcome.kind);
    return { status: 200, body: outcome.session, headers: { ...limits } };
  },
});
