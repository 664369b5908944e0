import { notify } from './notification-area.tsx';

/** Confirms what was done, briefly. */
export function showDone(message: string): void {
  void notify({ message, autoClose: 3_000 });
}
