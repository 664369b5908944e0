import { hash } from 'node:crypto';
import type { DescribedSession } from '@workflow/session-store';
import { isStorableText, NOT_STORABLE } from '@workflow/workflow-model';
import { invalidRequest } from '../errors/api-error.ts';

/** The caller's key, and the SHA-256 of the body to which it is bound. */
export interface IdempotencyKey {
  key: string;
  bodyHash: Buffer;
}

/**
 * Returns null without the header.
 * @throws ApiError INVALID_REQUEST
 */
export function readIdempotencyKey(header: string | string[] | undefined, rawBody: Buffer): IdempotencyKey | null {
  if (header === undefined) return null;
  if (typeof header !== 'string' || header === '' || header.length > 255)
    throw invalidRequest(['Idempotency-Key must have 1 to 255 characters']);
  return { key: header, bodyHash: hash('sha256', rawBody, 'buffer') };
}

/** Returns the problem of an `idempotencyKey` within a body that PostgreSQL cannot store. */
export function findKeyProblems(key: unknown): string[] {
  return typeof key === 'string' && !isStorableText(key) ? [`idempotencyKey ${NOT_STORABLE}`] : [];
}

/**
 * Guards the session of a run by the caller's key. It starts once, and a repeat is answered like the first request.
 *
 * @param answerOf returns the answer that names this session, or null if the answer waits for the session and is stored
 * after its end
 */
export function guardByKey(
  session: DescribedSession,
  { key, bodyHash }: IdempotencyKey,
  answerOf: ((sessionId: string, gathered?: boolean) => string) | null,
): void {
  session.idempotency = { key, bodyHash, response: answerOf && answerOf(session.id) };
  if (session.gather !== undefined && answerOf !== null)
    session.gather.responseFor = (sessionId) => answerOf(sessionId, true);
}
