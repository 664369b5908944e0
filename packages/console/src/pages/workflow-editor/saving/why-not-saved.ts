import { ApiError } from '../../../api/api-error.ts';

/** Shows in one or two sentences why the draft could not be saved. */
export function whyNotSaved(error: unknown): string {
  if (!(error instanceof ApiError))
    return error instanceof DOMException && error.name === 'TimeoutError'
      ? 'The server did not answer in time.'
      : 'The server could not be reached. Check your connection.';
  if (error.status === 401) return 'You are signed out. Sign in again in another tab, then try again here.';
  if (error.status === 403) return 'You may not change this workflow. Ask an admin of your organization.';
  if (error.status === 404 || error.status === 410) return 'The workflow was deleted. Copy what you need.';
  if (error.status === 412) return 'A newer version was saved elsewhere. Choose which one to keep.';
  if (error.status === 429) return 'Too many requests were sent.';
  if (error.status >= 500) return 'The server had an error.';
  return `The server refused the draft: ${error.message}`;
}
