import { isUtf8 } from 'node:buffer';
import { ApiError } from '../../errors/api-error.ts';
import type { RouteRequest } from '../../http/define-route.ts';

/** Maximum number of bytes, far more than these requests have. */
const MAX_BYTES = 10_000;
const FORM = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

/**
 * Returns the parameters of an OAuth request by name (RFC 6749 §3.1: form-encoded, each at most once; an empty one
 * counts as missing).
 * @throws ApiError OAUTH_REFUSED for any other form
 */
export async function readOAuthForm({
  message,
  readBody,
}: Pick<RouteRequest<never, never, never>, 'message' | 'readBody'>): Promise<ReadonlyMap<string, string>> {
  const { bytes } = await readBody();
  if (!FORM.test(message.headers['content-type'] ?? '') || bytes.length > MAX_BYTES || !isUtf8(bytes)) throw notAForm();
  const read = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(bytes.toString())) {
    if (read.has(name) || value.includes('\0')) throw notAForm();
    if (value !== '') read.set(name, value);
  }
  return read;
}

/** Creates an error by RFC 6749 §5.2 and RFC 8628 §3.5, with the members of every other error. */
export function oauthError(error: string, description: string): ApiError {
  const details = { error, error_description: description };
  return new ApiError('OAUTH_REFUSED', { values: { description }, details });
}

function notAForm(): ApiError {
  const description = 'The body must be a form (application/x-www-form-urlencoded) that names each parameter once';
  return oauthError('invalid_request', description);
}

export const oauthErrorResponse = {
  description: 'An error in the form of OAuth (RFC 6749 §5.2).',
  schema: {
    type: 'object',
    required: ['error'],
    properties: { error: { type: 'string' }, error_description: { type: 'string' } },
  },
} as const;
