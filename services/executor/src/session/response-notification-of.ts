import { sizeWithin } from '@workflow/expressions';
import type { SentResponse } from '@workflow/component-kit/run';
import type { SessionNotification } from '@workflow/session-queue';
import { writeSentResponse, type ClaimedSession } from '@workflow/session-store';
import type { Json } from '@workflow/workflow-model';
import type { Mask } from './storable-json.ts';

/** Maximum size of serialized outputs and responses. No notification has room for larger ones. */
export const MAX_SENT_SIZE = 8 * 1024;

/**
 * Returns the notification of a response, to be sent after the response is stored. It contains the response, unless
 * that is large or may contain hidden values.
 */
export function responseNotificationOf(
  { id: sessionId, organizationId }: Pick<ClaimedSession, 'id' | 'organizationId'>,
  response: SentResponse,
  mask: Mask,
): SessionNotification {
  if (mask !== null || sizeWithin(response as unknown as Json, MAX_SENT_SIZE) > MAX_SENT_SIZE) return { sessionId };
  return { sessionId, outcome: writeSentResponse({ organizationId, response }) };
}
