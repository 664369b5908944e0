import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The third-party server that the steps call. It answers after a delay and counts the calls per `Idempotency-Key`. */
export class StepRecorder {
  readonly callsByKey = new Map<string, number>();
  /** The number of calls without a key. */
  callsWithoutKey = 0;
  readonly #server: Server;

  constructor(answerAfterMs: number) {
    this.#server = createServer((request, response) => {
      const key = request.headers['idempotency-key'];
      if (typeof key === 'string') this.callsByKey.set(key, (this.callsByKey.get(key) ?? 0) + 1);
      else this.callsWithoutKey += 1;
      request.resume();
      setTimeout(() => {
        response.setHeader('Content-Type', 'application/json');
        response.end('{"ok":true}');
      }, answerAfterMs);
    });
  }

  /** The maximum number of calls with one key. */
  get mostCallsOfOneKey(): number {
    return Math.max(0, ...this.callsByKey.values());
  }

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/step`;
  }

  /** The number of calls beyond the first, over all keys. */
  get repeatedCalls(): number {
    let repeated = 0;
    for (const calls of this.callsByKey.values()) repeated += calls - 1;
    return repeated;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
