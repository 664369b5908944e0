import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Bar } from './fault.ts';
import { ThirdParty } from './third-party.ts';

/** The third-party server that the steps call. It answers after a delay and counts the calls per `Idempotency-Key`. */
export class StepRecorder extends ThirdParty {
  readonly callsByKey = new Map<string, number>();
  /** The number of calls without a key. */
  callsWithoutKey = 0;
  readonly #answerAfterMs: number;

  constructor(answerAfterMs: number) {
    super();
    this.#answerAfterMs = answerAfterMs;
  }

  protected override async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const key = request.headers['idempotency-key'];
    if (typeof key === 'string') this.callsByKey.set(key, (this.callsByKey.get(key) ?? 0) + 1);
    else this.callsWithoutKey += 1;
    request.resume();
    await pause(this.#answerAfterMs);
    response.setHeader('Content-Type', 'application/json');
    response.end('{"ok":true}');
  }

  /** The maximum number of calls with one key. */
  get mostCallsOfOneKey(): number {
    return Math.max(0, ...this.callsByKey.values());
  }

  /** The number of calls beyond the first, over all keys. */
  get repeatedCalls(): number {
    let repeated = 0;
    for (const calls of this.callsByKey.values()) repeated += calls - 1;
    return repeated;
  }

  /** The bar that no call was repeated. */
  get noneRepeated(): Bar {
    return { text: `${this.repeatedCalls} calls repeated`, met: this.repeatedCalls === 0 };
  }
}
