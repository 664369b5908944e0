import type { EndSignal } from './end-signals.ts';
import { writeMessage } from './signal-message.ts';
import { sealedLength, type QueueSeal } from './queue-seal.ts';

/** One message of a batch, to one ingress. */
interface SignalMessage {
  awaitedBy: string;
  message: string;
}

export interface SignalBatchesOptions {
  seal: QueueSeal;
  /** Of one outcome, in bytes of UTF-8; a longer one is not sent, its id is. */
  maxOutcomeBytes: number;
  /** Of a message. */
  maxMessageBytes: number;
  send(messages: SignalMessage[]): Promise<unknown>;
}

/** UUIDs in one message. With their commas they stay below the 8,000 bytes that a NOTIFY takes. */
const MAX_IDS_PER_MESSAGE = 200;
const BYTES_OF_ID = 37;
/** Signals that wait for a slow server; more are dropped, the ingress polls. */
const MAX_WAITING = 20_000;
/** The same of their outcomes; signals beyond are sent without. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;

interface Waiting {
  signals: EndSignal[];
  /** Of each signal's outcome; 0 without one. */
  bytes: number[];
}

/** Gathers signals while a batch is sent, so that each end costs a fraction of a message. */
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
      // Best effort: an error was reported by the client, and the ingress polls.
      await options.send(messages).catch(() => undefined);
    }
    sending = false;
  }

  function gather({ signals, bytes }: Waiting, signal: EndSignal): void {
    const size = signal.outcome === undefined ? 0 : Buffer.byteLength(signal.outcome);
    const isTold = size > 0 && size <= maxOutcomeBytes && waitingBytes + size <= MAX_WAITING_BYTES;
    signals.push(isTold ? signal : { sessionId: signal.sessionId });
    bytes.push(isTold ? size : 0);
    count += 1;
    if (isTold) waitingBytes += size;
  }

  return (awaitedBy, signals) => {
    if (count >= MAX_WAITING) return;
    const known = waiting.get(awaitedBy) ?? { signals: [], bytes: [] };
    waiting.set(awaitedBy, known);
    for (const signal of signals) gather(known, signal);
    if (sending) return;
    sending = true;
    // After the other ends of the same commit, which are told in the same turn of the microtasks.
    queueMicrotask(() => void flush());
  };
}

/** As few messages as their limits allow, in the order of the signals. */
function writeMessages(awaitedBy: string, { signals, bytes }: Waiting, options: SignalBatchesOptions): SignalMessage[] {
  const messages: SignalMessage[] = [];
  let [from, toldBytes] = [0, 0];
  const close = (to: number): void => {
    messages.push({ awaitedBy, message: writeMessage(awaitedBy, signals.slice(from, to), options.seal) });
    [from, toldBytes] = [to, 0];
  };
  for (const [at, size] of bytes.entries()) {
    const ids = at - from + 1;
    if (ids > 1 && (ids > MAX_IDS_PER_MESSAGE || lengthOf(ids, toldBytes + size) > options.maxMessageBytes)) close(at);
    toldBytes += size;
  }
  if (from < signals.length) close(signals.length);
  return messages;
}

/** Of a message, with a line for each outcome and two characters before what is sealed. */
function lengthOf(ids: number, toldBytes: number): number {
  return ids * BYTES_OF_ID + (toldBytes === 0 ? 0 : sealedLength(toldBytes + ids) + 2);
}
