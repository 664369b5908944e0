import { runRequestSchema } from '@workflow/validation';
import { SESSION_STATUSES } from '@workflow/workflow-model';
import { knowsWorkflow } from '../http/caller.ts';
import { defineRoute, defineSchema } from '../http/define-route.ts';
import { originOf } from '../http/origin-of.ts';
import { rateLimitHeaders } from '../http/schema-parts.ts';
import { gatheredSchema } from '../intake/gathered-schema.ts';
import { sessionErrorSchema } from '../sessions/session-schemas.ts';
import { answerReplay, replayInsteadOf } from './answer-replay.ts';
import { findFurtherProblems } from './check-run-request.ts';
import { readIdempotencyKey } from './idempotency-key.ts';
import { parsePreferWait } from './parse-prefer-wait.ts';
import { awaitOutcome } from './run-answer.ts';
import { startRun, type StartedRun } from './start-run.ts';

/** The answer of contract §2.3, and the three fields that `Prefer: wait` adds. */
const runResponseSchema = defineSchema('RunResponse', {
  type: 'object',
  required: ['workflowId', 'componentId', 'placeholderValues', 'sessionId'],
  additionalProperties: false,
  properties: {
    workflowId: { type: 'string', format: 'uuid' },
    componentId: { type: 'string', format: 'uuid' },
    placeholderValues: {
      type: 'object',
      additionalProperties: true,
      description: 'Normalized values of the placeholders that were provided.',
    },
    sessionId: { type: 'string', format: 'uuid' },
    gathered: gatheredSchema,
    status: { type: 'string', enum: [...SESSION_STATUSES], description: 'With `Prefer: wait` only.' },
    output: { description: "With `Prefer: wait` only: the session's output." },
    error: sessionErrorSchema,
  },
});

/**
 * Starts a run (contract §4.1). Checks in the order: key 401, 403; body's type, size and shape 400; entities 410;
 * published 400; placeholders 400.
 */
export const runWorkflow = defineRoute({
  method: 'POST',
  path: '/v1/workflow/run',
  summary: 'Start a run of a workflow from a component',
  description:
    'Answers when the session is committed. `Prefer: wait=N` (N ≤ 60 seconds) answers when the session ended or N ' +
    'seconds passed, with `status`, `output` and `error` as well. With an `Idempotency-Key`, the same body within ' +
    '24 hours is answered with the first answer and starts nothing.',
  security: { kind: 'caller', scope: 'run', forBoundKeys: true },
  beforeMiddleware: true,
  headers: {
    type: 'object',
    properties: {
      'Idempotency-Key': {
        type: 'string',
        minLength: 1,
        maxLength: 255,
        description: 'Unique per run; repeats are answered with the first answer.',
      },
      Prefer: { type: 'string', example: 'wait=10', description: 'Wait for the end of the session (RFC 7240).' },
    },
  },
  body: defineSchema('RunRequest', runRequestSchema),
  findFurtherProblems,
  checksOwnTexts: true,
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
        'Idempotency-Replayed': {
          description: '`true` when this is the answer of an earlier request.',
          schema: { type: 'string' },
        },
        ...rateLimitHeaders,
        'Preference-Applied': { description: 'The wait that was applied.', schema: { type: 'string' } },
      },
    },
    410: { description: 'The workflow or the component was not found.' },
    422: { description: 'The Idempotency-Key was used with another body.' },
  },
  async handler(context, request, caller) {
    const { body, rawBody, message, exchange } = request;
    const { organizationId } = caller;
    const waitSeconds = parsePreferWait(message.headers['prefer']);
    const waits = waitSeconds !== null;
    const key = readIdempotencyKey(message.headers['idempotency-key'], rawBody);
    const repeat = key && { ...key, organizationId, request };
    let started: StartedRun;
    try {
      started = await startRun(context, caller, body, {
        key,
        origin: originOf(request),
        answersAtEnd: waits,
        bytes: rawBody.length,
        awaited: waits,
      });
    } catch (refusal) {
      // A key that is limited to other workflows must not get the answer of another caller.
      if (repeat === null || !knowsWorkflow(caller, body.workflowId)) throw refusal;
      return replayInsteadOf(refusal, context, repeat);
    }
    const { session, limits, outcome, answerOf } = started;
    if (outcome.kind === 'replayed' && repeat !== null) return answerReplay(context, repeat, outcome);
    const sessionId = outcome.kind === 'gathered' ? outcome.sessionId : session.id;
    const answer = answerOf(sessionId, outcome.kind === 'gathered');
    exchange.sessionId = sessionId;
    if (!waits) return limits === null ? { status: 200, json: answer } : { status: 200, json: answer, headers: limits };

    request.expectWait(waitSeconds * 1000);
    const ownAnswer = await awaitOutcome(context, organizationId, sessionId, answer, waitSeconds);
    // A repeat that assumed this request was lost may have been answered in the meantime.
    const json =
      key === null
        ? ownAnswer
        : await context.store.intake.storeAnswer(organizationId, key.key, ownAnswer, session.hidden && sessionId);
    return { status: 200, json, headers: { 'Preference-Applied': `wait=${waitSeconds}`, ...limits } };
  },
});
