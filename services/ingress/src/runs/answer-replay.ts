import { setTimeout as delay } from 'node:timers/promises';
import type { RunRequest } from '@workflow/validation';
import type { AppContext } from '../context.ts';
import { ApiError } from '../errors/api-error.ts';
import type { RouteReply, RouteRequest } from '../http/define-route.ts';
import type { IdempotencyKey } from './idempotency-key.ts';
import { MAX_WAIT_SECONDS } from './parse-prefer-wait.ts';
import { awaitOutcome, runAnswer } from './run-answer.ts';

/** A request with an Idempotency-Key that was used before. */
interface RepeatedRun extends IdempotencyKey {
  organizationId: string;
  request: RouteRequest<unknown, unknown, RunRequest>;
}

/** The stored data of the first request with the key. */
interface FirstRun {
  sessionId: string;
  sameBody: boolean;
  /** Null while it waits for its session, or if it is large and was not read. */
  response: string | null;
}

/**
 * The pause between two checks for the first answer. It grows each time, and is shortest again after its session ended.
 */
const MIN_POLL_MS = 100;
const MAX_POLL_MS = 1_000;

/**
 * Answers a request whose Idempotency-Key was used before with the first 200, byte for byte. While the first request
 * waits for its session, this one waits for the first answer.
 * @throws ApiError IDEMPOTENCY_KEY_REUSED (422) for another body
 */
export async function answerReplay(context: AppContext, repeat: RepeatedRun, first: FirstRun): Promise<RouteReply> {
  const { organizationId } = repeat;
  if (!first.sameBody) await requireSameBody(context, organizationId, repeat);
  const json =
    first.response === null
      ? await awaitFirstAnswer(context, repeat, first.sessionId)
      : await context.store.intake.openAnswer(organizationId, first.sessionId, first.response);
  return { status: 200, json, headers: { 'Idempotency-Replayed': 'true' } };
}

/**
 * Answers a repeat like the first request, even when it is refused now: the workflow changed or was deleted in the
 * meantime, or a limit is reached.
 * @throws the refusal if the key was not used before; ApiError IDEMPOTENCY_KEY_REUSED (422) for another body
 */
export async function replayInsteadOf(refusal: unknown, context: AppContext, repeat: RepeatedRun): Promise<RouteReply> {
  if (!(refusal instanceof ApiError)) throw refusal;
  const first = await findFirstRun(context, repeat.organizationId, repeat);
  if (first === null) throw refusal;
  return answerReplay(context, repeat, first);
}

/** Returns the first request with this key. Returns null when there is none in the last 24 h. */
export async function findFirstRun(
  context: AppContext,
  organizationId: string,
  { key, bodyHash }: IdempotencyKey,
): Promise<FirstRun | null> {
  const { intake } = context.store;
  const first = await intake.findResponse(organizationId, key);
  if (first === null) return null;
  // The first body was hashed with its workflow at that time, with sensitive values or without.
  const isSame = (hash: Buffer): boolean => hash.equals(first.bodyHash);
  const sameBody = isSame(bodyHash) || isSame(await intake.hashHidden(organizationId, bodyHash));
  return { sessionId: first.sessionId, sameBody, response: first.response };
}

/** @throws ApiError IDEMPOTENCY_KEY_REUSED (422) unless the key was used with this same body in the last 24 h */
export async function requireSameBody(context: AppContext, organizationId: string, key: IdempotencyKey): Promise<void> {
  const first = await findFirstRun(context, organizationId, key);
  if (first?.sameBody !== true) throw new ApiError('IDEMPOTENCY_KEY_REUSED');
}

/** The time after the end of its session, or after its longest wait, in which the first answer must be stored. */
const GRACE_MS = 2_000;

/**
 * Waits for the answer of the request that waits for its session. If it does not arrive, because its ingress died, the
 * answer of this request becomes the first.
 */
async function awaitFirstAnswer(context: AppContext, repeat: RepeatedRun, sessionId: string): Promise<string> {
  const { organizationId, key, request } = repeat;
  const { intake, sessions } = context.store;
  // Many repeats may wait, so the values of the session are read only when one of them needs them.
  const begun = await sessions.queries.findWithoutValues(organizationId, sessionId);
  let hasEnded = begun === null || begun.finishedAt !== null;
  const forMs = begun === null ? 0 : timeOfFirstAnswer(begun) - context.caches.clock.nowMs();
  request.expectWait(Math.max(0, forMs));
  let until = performance.now() + forMs;
  let pollMs = MIN_POLL_MS;
  do {
    const stored = await intake.findResponse(organizationId, key);
    if (stored !== null && stored.response !== null) return stored.response;
    const next = performance.now() + pollMs;
    pollMs = Math.min(pollMs * 2, MAX_POLL_MS);
    if (!hasEnded && (await context.waits.wait(organizationId, sessionId, next - performance.now())) !== null) {
      hasEnded = true;
      pollMs = MIN_POLL_MS;
      until = Math.min(until, performance.now() + GRACE_MS);
    } else await delay(next - performance.now());
    if (request.message.socket.destroyed) throw new Error('the client went away');
  } while (performance.now() < until);
  const session = await sessions.queries.sourceOfPins(organizationId, sessionId);
  if (session === null) throw new Error('the session of this Idempotency-Key is gone');
  const answer = runAnswer(request.body, JSON.stringify(session.values), sessionId);
  const text = await awaitOutcome(context, organizationId, sessionId, answer, 0);
  return intake.storeAnswer(organizationId, key, text, session.isHidden ? sessionId : undefined);
}

/**
 * Returns until when the request that started the session is answered, unless it is lost, in milliseconds since 1970.
 */
function timeOfFirstAnswer({ createdAt, finishedAt }: { createdAt: string; finishedAt: string | null }): number {
  const longestWait = Date.parse(createdAt) + MAX_WAIT_SECONDS * 1000;
  return GRACE_MS + (finishedAt === null ? longestWait : Math.min(longestWait, Date.parse(finishedAt)));
}
