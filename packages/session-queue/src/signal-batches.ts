/** One message of a batch: `sessionIds` goes to one ingress. */
export interface Signal {
  awaitedBy: string;
  sessionIds: string[];
}

/** UUIDs in one message: 200 × 37 bytes stay below the 8,000 bytes that a NOTIFY takes. */
const MAX_IDS_PER_SIGNAL = 200;
/** Signals that wait for a slow server; more are dropped, the ingress polls. */
const MAX_WAITING = 20_000;

/** Gathers signals while a batch is sent, so that each end costs a fraction of a message. */
export function createSignalBatches(
  send: (signals: Signal[]) => Promise<unknown>,
): (awaitedBy: string, sessionIds: string[]) => void {
  let waiting = new Map<string, string[]>();
  let count = 0;
  let sending = false;

  async function flush(): Promise<void> {
    while (waiting.size > 0) {
      const batch = cut(waiting);
      waiting = new Map();
      count = 0;
      // Best effort: an error was reported by the client, and the ingress polls.
      await send(batch).catch(() => undefined);
    }
    sending = false;
  }

  return (awaitedBy, sessionIds) => {
    if (count >= MAX_WAITING) return;
    count += sessionIds.length;
    const known = waiting.get(awaitedBy);
    if (known === undefined) waiting.set(awaitedBy, [...sessionIds]);
    else known.push(...sessionIds);
    if (sending) return;
    sending = true;
    setImmediate(() => void flush());
  };
}

function cut(waiting: Map<string, string[]>): Signal[] {
  const signals: Signal[] = [];
  for (const [awaitedBy, ids] of waiting) {
    for (let at = 0; at < ids.length; at += MAX_IDS_PER_SIGNAL)
      signals.push({ awaitedBy, sessionIds: ids.slice(at, at + MAX_IDS_PER_SIGNAL) });
  }
  return signals;
}
