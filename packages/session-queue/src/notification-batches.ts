import type { SessionNotification } from './session-notifications.ts';
import { writeMessage } from './notification-message.ts';
import { sealedLength, type QueueSeal } from './queue-seal.ts';

/** One message of a batch, to one ingress. */
interface NotificationMessage {
  awaitedBy: string;
  message: string;
}

interface NotificationBatchesOptions {
  seal: QueueSeal;
  /** Maximum bytes of an outcome in UTF-8. If an outcome is longer, only the id is sent. */
  maxOutcomeBytes: number;
  /** Maximum bytes of a message. */
  maxMessageBytes: number;
  send(messages: NotificationMessage[]): Promise<unknown>;
}

/** Maximum number of UUIDs in one message. With commas they have less than the 8,000 bytes that NOTIFY allows. */
const MAX_IDS_PER_MESSAGE = 200;
const BYTES_OF_ID = 37;
/** Maximum number of notifications that wait for a slow server. Further ones are dropped, and the ingress polls. */
const MAX_WAITING = 20_000;
/** Maximum bytes of their outcomes. Further notifications are sent without an outcome. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;

interface Waiting {
  notifications: SessionNotification[];
  /** The bytes of each notification's outcome; 0 without one. */
  bytes: number[];
}

/** Gathers notifications while a batch is sent, so that an end costs a fraction of a message. */
export function createNotificationBatches(
  options: NotificationBatchesOptions,
): (awaitedBy: string, notifications: readonly SessionNotification[]) => void {
  const { maxOutcomeBytes } = options;
  let waiting = new Map<string, Waiting>();
  let count = 0;
  let waitingBytes = 0;
  let sending = false;

  async function flush(): Promise<void> {
    while (waiting.size > 0) {
      const batch = waiting;
      waiting = new Map();
      [count, waitingBytes] = [0, 0];
      const messages = [...batch].flatMap(([awaitedBy, gathered]) => writeMessages(awaitedBy, gathered, options));
      // This is best effort: the client reported an error, and the ingress polls.
      await options.send(messages).catch(() => undefined);
    }
    sending = false;
  }

  function gather({ notifications, bytes }: Waiting, notification: SessionNotification): void {
    const size = notification.outcome === undefined ? 0 : Buffer.byteLength(notification.outcome);
    const isIncluded = size > 0 && size <= maxOutcomeBytes && waitingBytes + size <= MAX_WAITING_BYTES;
    notifications.push(isIncluded ? notification : { sessionId: notification.sessionId });
    bytes.push(isIncluded ? size : 0);
    count += 1;
    if (isIncluded) waitingBytes += size;
  }

  return (awaitedBy, notifications) => {
    if (count >= MAX_WAITING) return;
    const batch = waiting.get(awaitedBy) ?? { notifications: [], bytes: [] };
    waiting.set(awaitedBy, batch);
    for (const notification of notifications) gather(batch, notification);
    if (sending) return;
    sending = true;
    // Other ends of the same commit are published in the same microtask phase, and are sent together.
    queueMicrotask(() => void flush());
  };
}

/** Writes as few messages as their limits allow, in the order of the notifications. */
function writeMessages(
  awaitedBy: string,
  { notifications, bytes }: Waiting,
  options: NotificationBatchesOptions,
): NotificationMessage[] {
  const messages: NotificationMessage[] = [];
  let [from, outcomeBytes] = [0, 0];
  const close = (to: number): void => {
    messages.push({ awaitedBy, message: writeMessage(awaitedBy, notifications.slice(from, to), options.seal) });
    [from, outcomeBytes] = [to, 0];
  };
  for (const [at, size] of bytes.entries()) {
    const ids = at - from + 1;
    if (ids > 1 && (ids > MAX_IDS_PER_MESSAGE || lengthOf(ids, outcomeBytes + size) > options.maxMessageBytes))
      close(at);
    outcomeBytes += size;
  }
  if (from < notifications.length) close(notifications.length);
  return messages;
}

/** Returns the length of a message, with a line for each outcome and two characters before the sealed text. */
function lengthOf(ids: number, outcomeBytes: number): number {
  return ids * BYTES_OF_ID + (outcomeBytes === 0 ? 0 : sealedLength(outcomeBytes + ids) + 2);
}
