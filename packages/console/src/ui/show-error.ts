import { notifications } from '@mantine/notifications';
import { ApiError } from '../api/api-error.ts';

/** Tells an error, with the errorId to quote to support (spec §2.4). */
export function showError(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  const errorId = error instanceof ApiError ? error.errorId : null;
  notifications.show({
    color: 'red',
    title: message,
    message: errorId ? `Error id ${errorId}` : 'Try again in a moment.',
    autoClose: 10_000,
  });
}
