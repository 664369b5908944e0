import type { EndSignal } from './end-signals.ts';
import type { QueueSeal } from './queue-seal.ts';

/** Between the ids and what is sealed. A version that only knows ids takes the rest for one that nobody waits for. */
const SEALED = ',=';

/** `id,id,…`; where there are outcomes also `,=` and, sealed, a line for each id: its outcome, or nothing. */
export function writeMessage(awaitedBy: string, signals: readonly EndSignal[], seal: QueueSeal): string {
  const ids = signals.map(({ sessionId }) => sessionId).join(',');
  if (signals.every(({ outcome }) => outcome === undefined)) return ids;
  const outcomes = signals.map(({ outcome = '' }) => outcome).join('\n');
  return `${ids}${SEALED}${seal.seal(awaitedBy, ids, outcomes)}`;
}

/** Ids whose outcomes do not open are given without: they only say where to look. */
export function readMessage(awaitedBy: string, message: string, seal: QueueSeal): EndSignal[] {
  const at = message.indexOf(SEALED);
  const ids = at === -1 ? message : message.slice(0, at);
  const opened = at === -1 ? null : seal.open(awaitedBy, ids, message.slice(at + SEALED.length));
  const outcomes = opened?.split('\n') ?? [];
  return ids.split(',').map((sessionId, index) => {
    const outcome = outcomes[index] ?? '';
    return outcome === '' ? { sessionId } : { sessionId, outcome };
  });
}
