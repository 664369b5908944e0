import type { IncomingMessage } from 'node:http';
import type { WebhookTokenRecord } from '@workflow/session-store';
import { hashCallerKey } from '../caches/caller-caches.ts';
import type { AppContext } from '../context.ts';
import { ApiError } from '../errors/api-error.ts';
import { queryOf } from '../http/addresses/query-of.ts';

export interface TokenSent {
  record: WebhookTokenRecord;
  /** The token as it was sent, so that it can be removed from everything that is stored. */
  text: string;
  /** The SHA-256 in hex. */
  hash: string;
}

/**
 * Returns the token of a request to a workflow's webhook. It does not look the workflow up: an unknown workflow, an
 * invalid token and a deleted one cost the same work and get the same answer.
 * @throws ApiError UNAUTHORIZED without a token, PERMISSION_DENIED
 */
export async function authenticateToken(
  context: AppContext,
  request: IncomingMessage,
  workflowId: string,
): Promise<TokenSent> {
  const text = tokenOf(request);
  if (text === undefined) throw new ApiError('UNAUTHORIZED');
  const hash = hashCallerKey(text);
  const record = await context.caches.webhookTokens.get(hash);
  if (record === null || record.workflowId !== workflowId.toLowerCase()) throw new ApiError('PERMISSION_DENIED');
  return { record, text, hash };
}

/**
 * Returns the token of the header, otherwise of the query parameter (contract §5.2), or undefined if both are missing
 * or empty.
 */
function tokenOf(request: IncomingMessage): string | undefined {
  const header = request.headers['token'];
  if (typeof header === 'string' && header !== '') return header;
  return new URLSearchParams(queryOf(request.url ?? '')).get('token') || undefined;
}
