import { StepFailure } from '@workflow/component-kit/run';
import type { ImapFlow } from 'imapflow';

/** The interval at which received bytes are counted. */
const CHECK_MS = 10;

/** Bytes that a server may send between two requests, for example about new mails. */
const MAX_IDLE_BYTES = 262_144;

/**
 * Limits the bytes that a mail server sends during each request, and between two requests, and closes the connection at
 * a limit. The library limits one response, but it reads as many as the server sends, and stores the results of all
 * responses to a request.
 */
export class ReceivedBytes {
  readonly #client: Pick<ImapFlow, 'stats' | 'close'>;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;
  #problem: string | null = null;

  constructor(client: Pick<ImapFlow, 'stats' | 'close'>) {
    this.#client = client;
  }

  /**
   * Runs a request, during which the server may send `maxBytes`. One request runs at a time.
   * @throws StepFailure MAIL_FAILED if the server has sent too much, now or before
   */
  async during<Result>(maxBytes: number, work: () => Promise<Result>): Promise<Result> {
    this.#limit(maxBytes, 'during one request');
    try {
      return await work();
    } catch (error) {
      throw this.#problem === null ? error : new StepFailure('MAIL_FAILED', this.#problem);
    } finally {
      this.#limit(MAX_IDLE_BYTES, 'without a request');
    }
  }

  /** Counts no further. Call it when the connection is closed. */
  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#timer);
  }

  #limit(maxBytes: number, when: string): void {
    clearInterval(this.#timer);
    if (this.#isStopped) return;
    const before = this.#client.stats().received;
    this.#timer = setInterval(() => {
      if (this.#client.stats().received - before <= maxBytes) return;
      this.#problem = `the mail server sent more than ${maxBytes} bytes ${when}`;
      this.stop();
      this.#client.close();
    }, CHECK_MS);
  }
}
