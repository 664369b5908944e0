import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** The calls of one key. */
export interface CallsOfKey {
  /** The number of open calls by session. */
  open: Map<number, number>;
  /** The maximum number of sessions that had a call open at the same time. */
  most: number;
  /** The sessions in the order of their first calls. */
  order: number[];
}

/**
 * The third party of workflows with flow control. `httpWorkflow` sends it the session's key (`name`) and number
 * (`amount`). A call ends with its answer or when the process that made it ends.
 */
export class KeyedCalls {
  readonly byKey = new Map<string, CallsOfKey>();
  readonly #server: Server;

  constructor(answerAfterMs: number) {
    this.#server = createServer((request, response) => {
      void json(request).then(
        (body) => {
          const { name, amount } = body as { name: string; amount: number };
          const end = this.#begin(name, amount);
          response.once('close', end);
          setTimeout(() => response.end('{"ok":true}'), answerAfterMs);
        },
        () => response.destroy(),
      );
    });
  }

  #begin(key: string, number: number): () => void {
    const calls = this.byKey.get(key) ?? { open: new Map<number, number>(), most: 0, order: [] };
    this.byKey.set(key, calls);
    if (!calls.order.includes(number)) calls.order.push(number);
    calls.open.set(number, (calls.open.get(number) ?? 0) + 1);
    calls.most = Math.max(calls.most, calls.open.size);
    return () => {
      const left = (calls.open.get(number) ?? 0) - 1;
      if (left > 0) calls.open.set(number, left);
      else calls.open.delete(number);
    };
  }

  /** The maximum number of sessions of one key that had a call open at the same time. */
  get mostOfOneKey(): number {
    return Math.max(0, ...[...this.byKey.values()].map(({ most }) => most));
  }

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/call`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
