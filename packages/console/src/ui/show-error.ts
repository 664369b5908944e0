import { ApiError } from '../api/api-error.ts';
import { messageOf } from '../api/outage.ts';
import { notify } from './notification-area.tsx';

/** Shows an error, with the errorId to report to the operator (contract §2.4). */
export function showError(error: unknown): void {
  const message = messageOf(error);
  const errorId = error instanceof ApiError ? error.errorId : null;
  void notify({
    color: 'red',
    title: message,
    message: errorId ? `Error ID ${errorId}` : 'Please try again.',
    autoClose: 10_000,
  });
}
