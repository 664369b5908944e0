import { ApiError, hasStatus } from './api-error.ts';

/** Returns true if the service cannot be reached or cannot answer now, so that another try may succeed. */
export function isOutage(error: unknown): boolean {
  return error instanceof ApiError ? error.status >= 500 || error.status === 429 : isUnreachable(error);
}

/** Returns why another try may succeed, in one sentence; null if the error is not an outage. */
export function reasonOfOutage(error: unknown): string | null {
  if (isUnreachable(error)) return 'The server could not be reached. Check your connection.';
  if (!(error instanceof ApiError) || !isOutage(error)) return null;
  if (error.status === 429) return 'Too many requests were sent.';
  if (error.status === 503) return 'The service is not available now.';
  return 'The server could not answer. Its database or another part may not be available.';
}

/** Returns a sentence for people. The service describes its errors itself, except unexpected ones. */
export function messageOf(error: unknown): string {
  const reason = isUnreachable(error) || hasStatus(error, 500) ? reasonOfOutage(error) : null;
  const message = reason ?? (error instanceof Error ? error.message : String(error));
  // It begins with the name of a field, such as that of a table's column.
  if (hasStatus(error, 400)) return message;
  return message.charAt(0).toUpperCase() + message.slice(1);
}

/** A request without an answer: `fetch` rejects with a TypeError, or its time is up. */
function isUnreachable(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError');
}
