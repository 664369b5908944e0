import type { WebhookTokenRecord } from '@workflow/session-store';
import { hashCredential } from '../caches/credential-caches.ts';
import type { AppContext } from '../context.ts';
import { ApiError } from '../errors/api-error.ts';
import type { DirectRequest } from '../http/define-route.ts';

/** The token as it was sent: the header, else the query parameter (spec §5.2). undefined: neither, or empty. */
export function tokenOf(request: DirectRequest): string | undefined {
  const header = request.headers['token'];
  if (typeof header === 'string' && header !== '') return header;
  const url = request.url ?? '';
  const queryAt = url.indexOf('?');
  if (queryAt === -1) return undefined;
  return new URLSearchParams(url.slice(queryAt + 1)).get('token') || undefined;
}

/**
 * What is known of a token; a Promise when PostgreSQL has to be asked. The workflow is not looked at: an unknown
 * workflow, a wrong and a deleted token cost the same work and get the same answer.
 */
export function findToken(context: AppContext, token: string): WebhookTokenRecord | null | Promise<WebhookTokenRecord | null> {
  const tokenHash = hashCredential(token);
  const known = context.caches.webhookTokens.peek(tokenHash);
  return known === undefined ? context.caches.webhookTokens.load(tokenHash) : known;
}

/** @throws ApiError PERMISSION_DENIED */
export function checkToken(record: WebhookTokenRecord | null, workflowId: string | undefined): WebhookTokenRecord {
  if (record === null || record.workflowId !== workflowId?.toLowerCase()) throw new ApiError('PERMISSION_DENIED');
  return record;
}
