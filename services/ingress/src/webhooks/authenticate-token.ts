import type { IncomingMessage } from 'node:http';
import type { WebhookTokenRecord } from '@workflow/session-store';
import { hashCallerKey } from '../caches/caller-caches.ts';
import type { AppContext } from '../context.ts';
import { ApiError } from '../errors/api-error.ts';

export interface TokenSent {
  record: WebhookTokenRecord;
  /** The token as it was sent, to keep it out of what is stored. */
  text: string;
  /** SHA-256 in hex. */
  hash: string;
}

/**
 * The token of a request to a workflow's webhook. The workflow is not looked up: an unknown workflow, a wrong and a
 * deleted token cost the same work and get the same answer.
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

/** The header, else the query parameter (contract §5.2). undefined: neither, or empty. */
function tokenOf(request: IncomingMessage): string | undefined {
  const header = request.headers['token'];
  if (typeof header === 'string' && header !== '') return header;
  const url = request.url ?? '';
  const queryAt = url.indexOf('?');
  if (queryAt === -1) return undefined;
  return new URLSearchParams(url.slice(queryAt + 1)).get('token') || undefined;
}
