import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { AcceptOutcome } from '@workflow/session-store';
import type { AppContext } from '../context.ts';
import { ApiError } from '../errors/api-error.ts';
import { answerJsonText } from '../http/answer.ts';
import { MAX_WAIT_SECONDS } from './parse-prefer-wait.ts';
import type { RunCall } from './start-run.ts';

type Replayed = Extract<AcceptOutcome, { kind: 'replayed' }>;

const POLL_MS = 100;

/**
 * Answers a request whose Idempotency-Key is known: the first 200 byte for byte, or 422 for another body. While
 * the first request waits for its session, this one waits for the first's answer.
 */
export async function answerReplay(context: AppContext, call: RunCall, replayed: Replayed, response: ServerResponse): Promise<void> {
  if (!replayed.sameBody) throw new ApiError('IDEMPOTENCY_KEY_REUSED');
  const text = replayed.response ?? (await awaitFirstAnswer(context, call, response));
  answerJsonText(response, 200, text, { 'Idempotency-Replayed': 'true' });
}

/** @throws the refusal itself when the key was not used with this very body before. */
export async function replayInsteadOf(refusal: unknown, context: AppContext, call: RunCall, response: ServerResponse): Promise<void> {
  if (!(refusal instanceof ApiError) || refusal.code === 'IDEMPOTENCY_KEY_REUSED') throw refusal;
  const known = await context.sessions.findResponse(call.caller.organizationId, call.idempotencyKey as string);
  if (known === null || !hash('sha256', call.raw, 'buffer').equals(known.bodyHash)) throw refusal;
  return answerReplay(context, call, { kind: 'replayed', sessionId: known.sessionId, sameBody: true, response: known.response }, response);
}

async function awaitFirstAnswer(context: AppContext, call: RunCall, response: ServerResponse): Promise<string> {
  const until = performance.now() + MAX_WAIT_SECONDS * 1000;
  while (performance.now() < until && !response.destroyed) {
    await delay(POLL_MS);
    const kept = await context.sessions.findResponse(call.caller.organizationId, call.idempotencyKey as string);
    if (kept?.response !== null && kept !== null) return kept.response;
  }
  throw new Error('the first request with this Idempotency-Key left no answer');
}
