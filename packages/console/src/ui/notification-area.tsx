import { lazy, Suspense } from 'react';
import { createValueStore, usePicked } from '../editor/value-store.ts';

const Area = lazy(async () => ({ default: (await import('./notifications.tsx')).Notifications }));
const isNeeded = createValueStore(false);

interface Notification {
  color?: string;
  title?: string;
  message: string;
  /** In milliseconds. */
  autoClose: number;
}

/** Shows a notification in the corner of the page. The first one loads what shows them. */
export async function notify(notification: Notification): Promise<void> {
  isNeeded.set(true);
  (await import('./notifications.tsx')).notifications.show({ ...notification });
}

export function NotificationArea() {
  const needed = usePicked(isNeeded, (value) => value);
  return <Suspense>{needed && <Area position="bottom-right" />}</Suspense>;
}
