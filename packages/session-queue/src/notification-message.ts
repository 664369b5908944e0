import type { SessionNotification } from './session-notifications.ts';
import type { QueueSeal } from './queue-seal.ts';

/**
 * Separates the ids from the sealed text. A version that supports only ids reads the remaining text as an unknown id.
 */
const SEALED = ',=';

/**
 * Writes `id,id,…`. If there are outcomes, `,=` and the sealed outcomes follow, one line for each id. The line is empty
 * for an id without an outcome.
 */
export function writeMessage(
  awaitedBy: string,
  notifications: readonly SessionNotification[],
  seal: QueueSeal,
): string {
  const ids = notifications.map(({ sessionId }) => sessionId).join(',');
  if (notifications.every(({ outcome }) => outcome === undefined)) return ids;
  const outcomes = notifications.map(({ outcome = '' }) => outcome).join('\n');
  return `${ids}${SEALED}${seal.seal(awaitedBy, ids, outcomes)}`;
}

/** Reads a message. If its outcomes do not open it returns the ids alone, which name the sessions to read. */
export function readMessage(awaitedBy: string, message: string, seal: QueueSeal): SessionNotification[] {
  const at = message.indexOf(SEALED);
  const ids = at === -1 ? message : message.slice(0, at);
  const opened = at === -1 ? null : seal.open(awaitedBy, ids, message.slice(at + SEALED.length));
  const outcomes = opened?.split('\n') ?? [];
  return ids.split(',').map((sessionId, index) => {
    const outcome = outcomes[index] ?? '';
    return outcome === '' ? { sessionId } : { sessionId, outcome };
  });
}
