import { setTimeout as pause } from 'node:timers/promises';
import { Connection, type Answer } from '../../load/connection.ts';
import { requestBytes, type LoadRequest } from '../../load/load.ts';

/** Statuses after which a request may be sent again with the same key (docs/api.md, "Errors"). `0` means no answer. */
const SENT_AGAIN = new Set([0, 408, 425, 429, 500, 502, 503, 504]);
/**
 * The pause doubles with each further try and is partly random (docs/api.md). Many simultaneous retries would keep
 * PostgreSQL from starting.
 */
const AGAIN_AFTER_MS = 200;
const MAX_AGAIN_AFTER_MS = 3_200;
const LOOK_EVERY_MS = 20;

interface PostEachOptions {
  total: number;
  callers: number;
  ports: readonly number[];
  /** Returns the request with this number, which has its own `Idempotency-Key`. */
  requestOf: (number: number) => LoadRequest;
  maySend: (number: number) => boolean;
  onAccepted: (number: number, sessionId: string) => void;
  signal: AbortSignal;
}

/**
 * Sends each request until it is accepted. A request without an answer is sent to the next ingress with the same key.
 * Resolves with the number of tries beyond the first. @throws when an answer has a status after which no caller
 * repeats, or when it is aborted
 */
export async function postEach(options: PostEachOptions): Promise<{ repeated: number }> {
  const { total, callers, ports, requestOf, maySend, onAccepted, signal } = options;
  let next = 0;
  let repeated = 0;

  async function postUntilAccepted(connections: readonly Connection[], number: number): Promise<string> {
    const request = requestBytes(requestOf(number));
    for (let attempt = 0; ; attempt += 1) {
      const answer = await send(connections[(number + attempt) % connections.length]!, request);
      if (answer?.status === 200) return (JSON.parse(answer.body) as { sessionId: string }).sessionId;
      if (!SENT_AGAIN.has(answer?.status ?? 0)) throw new Error(`answered ${answer?.status}: ${answer?.body}`);
      repeated += 1;
      const after = Math.min(AGAIN_AFTER_MS * 2 ** attempt, MAX_AGAIN_AFTER_MS);
      await pause(after * (0.5 + 0.5 * Math.random()), undefined, { signal });
    }
  }

  async function call(): Promise<void> {
    const connections = ports.map((port) => new Connection(port, true));
    while (next < total) {
      const number = next;
      next += 1;
      while (!maySend(number)) await pause(LOOK_EVERY_MS, undefined, { signal });
      onAccepted(number, await postUntilAccepted(connections, number));
    }
    for (const connection of connections) connection.close();
  }

  await Promise.all(Array.from({ length: callers }, call));
  return { repeated };
}

function send(connection: Connection, request: Buffer): Promise<Answer | null> {
  return new Promise((resolve) => connection.send(request, resolve));
}
