import { keyOf } from '../http/caller.ts';
import { defineRoute } from '../http/define-route.ts';
import { checkBoundRetry } from '../http/check-bound-references.ts';
import { rateLimitHeaders } from '../http/schema-parts.ts';
import { invalidRequest } from '../errors/api-error.ts';
import { refusedRetry } from './refused-retry.ts';
import { sessionNotFound } from '../errors/required.ts';
import { sessionParams } from './session-route-schemas.ts';
import { sessionSchema } from './session-schemas.ts';

export const retrySession = defineRoute({
  method: 'POST',
  path: '/v1/sessions/{id}/retry',
  summary: 'Run a failed or cancelled session again',
  description:
    'The retry starts at the failed step, on the version that the session ran, unless the query chooses otherwise. ' +
    'On the latest version, which is the published one, or for TEST the draft, results are reused of components that ' +
    'are the same there (id, type and config) and have the same input; the others run. ' +
    '`GET /v1/sessions/{id}/retry` returns beforehand which. Counts as a run where runs are limited.',
  security: { kind: 'caller', scope: 'run' },
  params: sessionParams,
  query: {
    type: 'object',
    additionalProperties: false,
    properties: {
      from: { type: 'string', enum: ['failed-step', 'start'], default: 'failed-step' },
      version: { type: 'string', enum: ['pinned', 'latest'], default: 'pinned' },
      componentId: { type: 'string', format: 'uuid', description: 'An agent that did not succeed, with `turn`.' },
      turn: {
        type: 'integer',
        minimum: 1,
        maximum: 1_000,
        description: 'The turn of this agent that runs again, with all later ones. Earlier turns and calls count.',
      },
    },
  },
  responses: {
    200: { description: 'The session, QUEUED for a new run.', schema: sessionSchema, headers: rateLimitHeaders },
    404: { description: 'No such session.' },
    409: { description: 'The session cannot be retried in its present state, or not on the latest version.' },
  },
  async handler(context, { params, query }, caller) {
    const { from = 'failed-step', version = 'pinned', componentId, turn } = query;
    const again = componentId === undefined || turn === undefined ? undefined : { componentId, turn };
    if ((componentId === undefined) !== (turn === undefined) || (again !== undefined && from === 'start'))
      throw invalidRequest(['componentId and turn must be sent together, without from=start']);
    await checkBoundRetry(context, caller, params.id, version);
    const limits = await context.runLimits.take(caller.organizationId, keyOf(caller), 0);
    const outcome = await context.intake.retry(caller.organizationId, params.id, { from, version, again });
    if (outcome.kind === 'not-found') throw sessionNotFound(params.id);
    if (outcome.kind !== 'retried') throw refusedRetry(outcome);
    return { status: 200, body: outcome.session, headers: { ...limits } };
  },
});
