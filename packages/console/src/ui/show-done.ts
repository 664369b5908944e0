import { notify } from './notification-area.tsx';

/** Confirms what was done, briefly. */
export function showDone(message: string): void {
  void notify({ message, autoClose: 3_000 });
}

/** Returns a handler that confirms what was done and closes a dialog. */
export function doneThen(message: string, close: () => void): () => void {
  return () => {
    showDone(message);
    close();
  };
}
