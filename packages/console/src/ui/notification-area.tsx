import { Suspense } from 'react';
import { createValueStore, usePicked } from './value-store.ts';
import { loadPart } from './load-part.tsx';
import classes from './notification-area.module.css';

const Area = loadPart(async () => (await import('./notifications.tsx')).Notifications);
const isLoaded = createValueStore(false);
/** The text to show when the part could not be loaded. */
const plain = createValueStore('');

interface Notification {
  color?: string;
  title?: string;
  message: string;
  /** In milliseconds. */
  autoClose: number;
}

/** Shows a notification in the corner of the page. The first one loads what shows them. */
export async function notify(notification: Notification): Promise<void> {
  try {
    const { notifications } = await import('./notifications.tsx');
    isLoaded.set(true);
    plain.set('');
    notifications.show({ ...notification });
  } catch {
    plain.set(notification.title ?? notification.message);
  }
}

export function NotificationArea() {
  const loaded = usePicked(isLoaded, (value) => value);
  const text = usePicked(plain, (value) => value);
  return (
    <>
      <Suspense>{loaded && <Area position="bottom-right" />}</Suspense>
      {text !== '' && (
        <div role="alert" className={classes.plain}>
          {text}
          <button type="button" onClick={() => plain.set('')}>
            Dismiss
          </button>
        </div>
      )}
    </>
  );
}
