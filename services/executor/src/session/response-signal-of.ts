import { sizeWithin } from '@workflow/expressions';
import type { SentResponse } from '@workflow/component-kit/run';
import type { EndSignal } from '@workflow/session-queue';
import { writeToldResponse, type ClaimedSession } from '@workflow/session-store';
import type { Json } from '@workflow/workflow-model';
import type { Mask } from './storable-json.ts';

/** Larger responses are not written out: no signal has room for them. */
const MAX_SIZE = 8 * 1024;

/**
 * The signal of a response, to be sent once that is stored. It tells the response, unless that is large, or may hold
 * what is hidden.
 */
export function responseSignalOf(
  { id: sessionId, organizationId }: Pick<ClaimedSession, 'id' | 'organizationId'>,
  response: SentResponse,
  mask: Mask,
): EndSignal {
  if (mask !== null || sizeWithin(response as unknown as Json, MAX_SIZE) > MAX_SIZE) return { sessionId };
  return { sessionId, outcome: writeToldResponse({ organizationId, response }) };
}
