import { notify } from './notification-area.tsx';

/** Shows a message about something that succeeded, for a few seconds. */
export function showDone(message: string): void {
  void notify({ message, autoClose: 3_000 });
}

/** Returns a handler for a change that succeeded: it shows the message and closes the dialog. */
export function doneThen(message: string, close: () => void): () => void {
  return () => {
    showDone(message);
    close();
  };
}
