import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { NewSession } from '@workflow/session-store';
import { v7 as uuidv7 } from 'uuid';
import type { AppContext } from '../context.ts';
import { invalidRequest } from '../errors/api-error.ts';
import { answerJsonText } from '../http/answer.ts';
import type { AnswerDeadline } from '../http/answer-deadline.ts';
import type { Caller } from '../http/caller.ts';
import { exchangeOf } from '../http/exchange.ts';
import { answerReplay, replayInsteadOf } from './answer-replay.ts';
import { acceptSession } from './accept-session.ts';
import { findStartable } from './find-startable.ts';
import type { RunRequest } from './run-request.ts';
import { answerText, awaitOutcome } from './run-response.ts';

export interface RunCall {
  caller: Caller;
  request: RunRequest;
  /** The body's bytes, which an Idempotency-Key is bound to. */
  raw: Buffer;
  /** Tells that the body is no longer needed: what follows may wait for long. */
  letGo(): void;
  idempotencyKey: string | undefined;
  /** `Prefer: wait`, in seconds; null without it. */
  waitSeconds: number | null;
  deadline: AnswerDeadline;
}

/**
 * Starts a session and answers once it is committed, or once it ended when the caller waits for that.
 * @throws ApiError in the order of checks: entity, published, placeholders
 */
export function startRun(context: AppContext, call: RunCall, response: ServerResponse): Promise<void> {
  const started = start(context, call, response);
  if (call.idempotencyKey === undefined) return started;
  // A repeat is answered as the first was, even when the workflow changed or went away meanwhile.
  return started.catch((refusal: unknown) => replayInsteadOf(refusal, context, call, response));
}

async function start(context: AppContext, call: RunCall, response: ServerResponse): Promise<void> {
  const { caller, request } = call;
  const found = findStartable(context, caller.organizationId, request);
  // Awaited only when there is something to wait for: each await costs a turn of the microtask queue.
  const { workflow, definition, component } = found instanceof Promise ? await found : found;
  const checked = component.checkPlaceholders(request.placeholderValues ?? {});
  if (!checked.ok) throw invalidRequest(checked.problems);

  const sessionId = uuidv7();
  const valuesJson = JSON.stringify(checked.values);
  const answered = answerText(request, valuesJson, sessionId);
  const session: NewSession = {
    id: sessionId,
    organizationId: caller.organizationId,
    workflowId: workflow.id,
    definitionId: definition.definitionId,
    workflowVersion: definition.version,
    componentId: component.component.id,
    trigger: caller.kind === 'user' ? 'CONSOLE' : 'API',
    mode: request.mode ?? 'PROD',
    placeholderValuesJson: valuesJson,
    startedBy: caller.id,
    enqueue: false,
  };
  if (call.idempotencyKey !== undefined) {
    session.idempotency = {
      key: call.idempotencyKey,
      bodyHash: hash('sha256', call.raw, 'buffer'),
      response: call.waitSeconds === null ? answered : null,
    };
  }
  const outcome = await acceptSession(context, session, call.waitSeconds !== null);
  call.letGo();
  if (outcome.kind === 'replayed') return answerReplay(context, call, outcome, response);

  const exchange = exchangeOf(response);
  if (exchange !== undefined) exchange.sessionId = sessionId;
  if (call.waitSeconds === null) return answerJsonText(response, 200, answered);
  const text = await awaitOutcome(context, caller.organizationId, sessionId, answered, call.waitSeconds);
  if (call.idempotencyKey !== undefined) await context.sessions.keepResponse(caller.organizationId, call.idempotencyKey, text);
  answerJsonText(response, 200, text, { 'Preference-Applied': `wait=${call.waitSeconds}` });
}

/** @throws ApiError INVALID_REQUEST */
export function checkIdempotencyKey(key: string | string[] | undefined): string | undefined {
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || key === '' || key.length > 255) throw invalidRequest(['Idempotency-Key must have 1 to 255 characters']);
  return key;
}

