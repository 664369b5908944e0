import type { EndSignal } from './end-signals.ts';
import { writeMessage } from './signal-message.ts';
import { sealedLength, type QueueSeal } from './queue-seal.ts';

/** One message of a batch, to one ingress. */
interface SignalMessage {
  awaitedBy: string;
  message: string;
}

interface SignalBatchesOptions {
  seal: QueueSeal;
  /** Maximum bytes of an outcome in UTF-8. If an outcome is longer, only the id is sent. */
  maxOutcomeBytes: number;
  /** Maximum bytes of a message. */
  maxMessageBytes: number;
  send(messages: SignalMessage[]): Promise<unknown>;
}

/** Maximum number of UUIDs in one message. With commas they have less than the 8,000 bytes that NOTIFY allows. */
const MAX_IDS_PER_MESSAGE = 200;
const BYTES_OF_ID = 37;
/** Maximum number of signals that wait for a slow server. Further ones are dropped, and the ingress polls. */
const MAX_WAITING = 20_000;
/** Maximum bytes of their outcomes. Further signals are sent without an outcome. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;

interface Waiting {
  signals: EndSignal[];
  /** The bytes of each signal's outcome; 0 without one. */
  bytes: number[];
}

/** Gathers signals while a batch is sent, so that an end costs a fraction of a message. */
export function createSignalBatches(
  options: SignalBatchesOptions,
): (awaitedBy: string, signals: readonly EndSignal[]) => void {
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
      const messages = [...batch].flatMap(([awaitedBy, signals]) => writeMessages(awaitedBy, signals, options));
      // This is best effort: the client reported an error, and the ingress polls.
      await options.send(messages).catch(() => undefined);
    }
    sending = false;
  }

  function gather({ signals, bytes }: Waiting, signal: EndSignal): void {
    const size = signal.outcome === undefined ? 0 : Buffer.byteLength(signal.outcome);
    const isIncluded = size > 0 && size <= maxOutcomeBytes && waitingBytes + size <= MAX_WAITING_BYTES;
    signals.push(isIncluded ? signal : { sessionId: signal.sessionId });
    bytes.push(isIncluded ? size : 0);
    count += 1;
    if (isIncluded) waitingBytes += size;
  }

  return (awaitedBy, signals) => {
    if (count >= MAX_WAITING) return;
    const batch = waiting.get(awaitedBy) ?? { signals: [], bytes: [] };
    waiting.set(awaitedBy, batch);
    for (const signal of signals) gather(batch, signal);
    if (sending) return;
    sending = true;
    // Other ends of the same commit are published in the same microtask phase, and are sent together.
    queueMicrotask(() => void flush());
  };
}

/** Writes as few messages as their limits allow, in the order of the signals. */
function writeMessages(awaitedBy: string, { signals, bytes }: Waiting, options: SignalBatchesOptions): SignalMessage[] {
  const messages: SignalMessage[] = [];
  let [from, outcomeBytes] = [0, 0];
  const close = (to: number): void => {
    messages.push({ awaitedBy, message: writeMessage(awaitedBy, signals.slice(from, to), options.seal) });
    [from, outcomeBytes] = [to, 0];
  };
  for (const [at, size] of bytes.entries()) {
    const ids = at - from + 1;
    if (ids > 1 && (ids > MAX_IDS_PER_MESSAGE || lengthOf(ids, outcomeBytes + size) > options.maxMessageBytes))
      close(at);
    outcomeBytes += size;
  }
  if (from < signals.length) close(signals.length);
  return messages;
}

/** Returns the length of a message, with a line for each outcome and two characters before the sealed text. */
function lengthOf(ids: number, outcomeBytes: number): number {
  return ids * BYTES_OF_ID + (outcomeBytes === 0 ? 0 : sealedLength(outcomeBytes + ids) + 2);
}
