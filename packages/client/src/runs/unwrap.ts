import type { Session } from '../api.ts';
import { SessionFailedError } from '../errors/client-errors.ts';

/**
 * Returns the output of a session that succeeded.
 *
 * @example
 * import { createClient, unwrap } from '@workflow/client';
 *
 * const client = createClient({ baseUrl: process.env.WORKFLOW_URL, apiKey: process.env.WORKFLOW_API_KEY });
 * const greeting = unwrap(await client.runAndWait('Greet', { name: 'Ada' }));
 *
 * @throws SessionFailedError if the session failed, was cancelled or has not ended
 */
export function unwrap(session: Session): unknown {
  if (session.status !== 'SUCCEEDED') throw new SessionFailedError(session);
  return session.output;
}
