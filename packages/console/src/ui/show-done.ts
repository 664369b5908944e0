import { notifications } from '@mantine/notifications';

/** Confirms what was done, briefly. */
export function showDone(message: string): void {
  notifications.show({ message, autoClose: 3_000 });
}
