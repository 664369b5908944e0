import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { ThirdParty } from '../third-party.ts';

const ANSWER_AFTER_MS = 20;
/** Longer than an executor is suspended, so that its next request after that uses a connection that is still open. */
const KEEP_ALIVE_MS = 120_000;
/** Requests that were sent before a kill have arrived after this time. */
const SETTLED_AFTER_MS = 1_000;

/**
 * The third party of sessions with one effect. It counts the calls of each session by its number, in few bytes. A
 * session may repeat its call once for each kill since its first call, and never otherwise.
 */
export class EffectLedger extends ThirdParty {
  /** The number of calls of all sessions. */
  calls = 0;
  /** The number of sessions that made a call. */
  sessions = 0;
  mostOfOneSession = 0;
  /** Numbers of sessions that made more calls than their kills allow. */
  readonly over = new Set<number>();
  readonly #callsOf: Uint8Array;
  /** The number of settled kills at the first call of each session. */
  readonly #killsBefore: Uint16Array;
  #killsBegun = 0;
  #killsSettled = 0;

  constructor(total: number) {
    super({ keepAliveTimeout: KEEP_ALIVE_MS });
    this.#callsOf = new Uint8Array(total);
    this.#killsBefore = new Uint16Array(total);
  }

  protected override async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#note(((await json(request)) as { amount: number }).amount);
    setTimeout(() => response.end('{"ok":true}'), ANSWER_AFTER_MS);
  }

  #note(number: number): void {
    const calls = (this.#callsOf[number] ?? 0) + 1;
    this.#callsOf[number] = calls;
    this.calls += 1;
    this.mostOfOneSession = Math.max(this.mostOfOneSession, calls);
    if (calls === 1) {
      this.sessions += 1;
      this.#killsBefore[number] = this.#killsSettled;
    } else if (calls > 1 + this.#killsBegun - this.#killsBefore[number]!) this.over.add(number);
  }

  /** Counts a kill after which sessions may repeat their calls. */
  async during(kill: () => Promise<void>): Promise<void> {
    this.#killsBegun += 1;
    await kill();
    setTimeout(() => (this.#killsSettled += 1), SETTLED_AFTER_MS).unref();
  }
}
