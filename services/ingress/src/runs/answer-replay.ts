import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { AcceptOutcome } from '@workflow/session-store';
import type { AppContext } from '../context.ts';
import { ApiError } from '../errors/api-error.ts';
import { answerJsonText } from '../http/answer.ts';
import { MAX_WAIT_SECONDS } from './parse-prefer-wait.ts';
import { answerText, awaitOutcome } from './run-response.ts';
import type { RunCall } from './start-run.ts';

type Replayed = Extract<AcceptOutcome, { kind: 'replayed' }>;

const POLL_MS = 100;

/**
 * Answers a request whose Idempotency-Key is known: the first 200 byte for byte, or 422 for another body. While
 * the first request waits for its session, this one waits for the first's answer.
 */
export async function answerReplay(context: AppContext, call: RunCall, replayed: Replayed, response: ServerResponse): Promise<void> {
  if (!replayed.sameBody) throw new ApiError('IDEMPOTENCY_KEY_REUSED');
  const text = replayed.response ?? (await awaitFirstAnswer(context, call, replayed.sessionId, response));
  answerJsonText(response, 200, text, { 'Idempotency-Replayed': 'true' });
}

/** @throws the refusal itself when the key was not used with this very body before. */
export async function replayInsteadOf(refusal: unknown, context: AppContext, call: RunCall, response: ServerResponse): Promise<void> {
  if (!(refusal instanceof ApiError) || refusal.code === 'IDEMPOTENCY_KEY_REUSED') throw refusal;
  const known = await context.sessions.findResponse(call.caller.organizationId, call.idempotencyKey as string);
  if (known === null || !hash('sha256', call.raw, 'buffer').equals(known.bodyHash)) throw refusal;
  return answerReplay(context, call, { kind: 'replayed', sessionId: known.sessionId, sameBody: true, response: known.response }, response);
}

/** How long after its longest wait the first answer may take to be kept. */
const GRACE_MS = 5_000;

/**
 * Polls for the answer of the request that waits for its session. When that never comes, because its ingress died,
 * this request's own answer becomes the first.
 */
async function awaitFirstAnswer(context: AppContext, call: RunCall, sessionId: string, response: ServerResponse): Promise<string> {
  const { organizationId } = call.caller;
  const key = call.idempotencyKey as string;
  const session = await context.sessionViews.find(organizationId, sessionId);
  if (session === null) throw new Error('the session of this Idempotency-Key is gone');
  const forMs = Math.max(0, Date.parse(session.createdAt) + MAX_WAIT_SECONDS * 1000 + GRACE_MS - Date.now());
  call.deadline.restart(forMs);
  const until = performance.now() + forMs;
  do {
    const kept = await context.sessions.findResponse(organizationId, key);
    if (kept !== null && kept.response !== null) return kept.response;
    await delay(POLL_MS);
    if (response.destroyed) throw new Error('the client went away');
  } while (performance.now() < until);
  const text = await awaitOutcome(context, organizationId, sessionId, answerText(call.request, JSON.stringify(session.placeholderValues), sessionId), 0);
  await context.sessions.keepResponse(organizationId, key, text);
  return (await context.sessions.findResponse(organizationId, key))?.response ?? text;
}
