import type { ServerResponse } from 'node:http';
import { hashCredential } from '../caches/credential-caches.ts';
import type { AppContext } from '../context.ts';
import { ApiError, invalidRequest } from '../errors/api-error.ts';
import { answerError } from '../http/answer.ts';
import { startAnswerDeadline } from '../http/answer-deadline.ts';
import { apiKeyOf, authenticate, checkApiKey, findApiKey } from '../http/authenticate.ts';
import type { Caller } from '../http/caller.ts';
import { defineDirectRoute, type DirectRequest, type RouteSecurity } from '../http/define-route.ts';
import { exchangeOf } from '../http/exchange.ts';
import { isJsonContentType, parseJsonBody } from '../http/parse-json-body.ts';
import { readBodyInTurn } from '../http/read-body.ts';
import { parsePreferWait } from '../runs/parse-prefer-wait.ts';
import { checkRunRequest, runRequestSchema } from '../runs/run-request.ts';
import { runResponseSchema } from '../runs/run-response-schema.ts';
import { checkIdempotencyKey, startRun } from '../runs/start-run.ts';

const security = { kind: 'caller', scope: 'run' } as const satisfies RouteSecurity;

/** Spec §4.1. Checks in the order: key 401, 403; body's type, size and shape 400; entities 410; published 400; placeholders 400. */
export const runWorkflow = defineDirectRoute({
  method: 'POST',
  path: '/v1/workflow/run',
  operationId: 'runWorkflow',
  summary: 'Start a run of a workflow from a component',
  description:
    'Answers when the session is committed. `Prefer: wait=N` (N ≤ 60 seconds) answers when the session ended or N seconds passed, ' +
    'with `status`, `output` and `error` as well. With an `Idempotency-Key`, the same body within 24 hours is answered ' +
    'with the first answer and starts nothing.',
  tags: ['Runs'],
  security,
  headers: {
    type: 'object',
    properties: {
      'Idempotency-Key': { type: 'string', minLength: 1, maxLength: 255, description: 'Unique per run; repeats are answered with the first answer.' },
      Prefer: { type: 'string', example: 'wait=10', description: 'Wait for the end of the session (RFC 7240).' },
    },
  },
  body: runRequestSchema,
  bodyExample: {
    workflowId: '0190f3f2-7c1a-7b6e-8a53-0d4a5b6c7d8e',
    componentId: '0190f3f2-7c1a-7b6e-8a53-1d4a5b6c7d8e',
    mode: 'PROD',
    placeholderValues: { 'customer.name': 'Ada', total: 12.5 },
  },
  responses: {
    200: {
      description: 'The session was started.',
      schema: runResponseSchema,
      headers: {
        'Idempotency-Replayed': { description: '`true` when this is the answer of an earlier request.', schema: { type: 'string' } },
        'Preference-Applied': { description: 'The wait that was applied.', schema: { type: 'string' } },
      },
    },
    410: { description: 'The workflow or the component was not found.' },
    422: { description: 'The Idempotency-Key was used with another body.' },
  },
  direct(context, request, response) {
    const key = apiKeyOf(request);
    const fail = (error: unknown): void => answerError(response, error);
    if (key === undefined) {
      authenticate(context, request, security).then((caller) => receive(context, request, response, caller), fail);
      return;
    }
    const keyHash = hashCredential(key);
    const known = context.caches.apiKeys.peek(keyHash);
    if (known !== undefined) receive(context, request, response, checkApiKey(known, 'run'));
    else findApiKey(context, key).then((record) => receive(context, request, response, checkApiKey(record, 'run'))).catch(fail);
  },
});

function receive(context: AppContext, request: DirectRequest, response: ServerResponse, caller: Caller): void {
  const exchange = exchangeOf(response);
  if (exchange !== undefined) exchange.organizationId = caller.organizationId;
  if (caller.kind === 'api-key') context.lastUsed.apiKey(caller.id);
  if (!isJsonContentType(request.headers['content-type'])) {
    return answerError(response, new ApiError('UNSUPPORTED_MEDIA_TYPE', { values: { expected: 'application/json' } }));
  }
  readBodyInTurn(context, request, response, (tooLarge, raw, letGo) => {
    try {
      if (tooLarge !== null) throw tooLarge;
      const checked = checkRunRequest(parseJsonBody(raw));
      if (!checked.ok) throw invalidRequest(checked.problems);
      const waitSeconds = parsePreferWait(request.headers['prefer']);
      const idempotencyKey = checkIdempotencyKey(request.headers['idempotency-key']);
      const deadline = startAnswerDeadline(context, response, waitSeconds === null ? 0 : waitSeconds * 1000);
      startRun(context, { caller, request: checked.value, raw, letGo, idempotencyKey, waitSeconds, deadline }, response).catch((error: unknown) =>
        answerError(response, error),
      );
    } catch (error) {
      answerError(response, error);
    }
  });
}
