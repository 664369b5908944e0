import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { ThirdParty } from './third-party.ts';

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
export class KeyedCalls extends ThirdParty {
  readonly byKey = new Map<string, CallsOfKey>();
  readonly #answerAfterMs: number;

  constructor(answerAfterMs: number) {
    super();
    this.#answerAfterMs = answerAfterMs;
  }

  protected override async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { name, amount } = (await json(request)) as { name: string; amount: number };
    response.once('close', this.#begin(name, amount));
    setTimeout(() => response.end('{"ok":true}'), this.#answerAfterMs);
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
}
