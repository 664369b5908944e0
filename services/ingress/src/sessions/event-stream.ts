import type { ServerResponse } from 'node:http';
import { UNCOUNTED_BYTES, type UnsentBytes } from '../http/shares/unsent-bytes.ts';

export const EVENT_STREAM_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
};

/** The interval of comments that prevent proxies from closing an idle stream. */
const HEARTBEAT_MS = 15_000;
const HEARTBEAT = Buffer.from(': still here\n\n');
/** The time that a client waits before it connects again. The stream sends this value. */
const RETRY_MS = 1_000;

/** An event, serialized once for all streams that receive it. */
export interface StreamEvent {
  bytes: Buffer;
  /** The same event in a few bytes, for a stream without room for all of it. */
  small: Buffer;
}

export function eventBytes(event: string, id: string, data: unknown): Buffer {
  return Buffer.from(`event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`);
}

/** Returns an event that leaves the `Last-Event-ID` of the client unchanged. */
export function unnumberedEvent(event: string, data: unknown): StreamEvent {
  const bytes = Buffer.from(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  return { bytes, small: bytes };
}

interface EventStreamOptions {
  organizationId: string;
  unsent: UnsentBytes;
  onClose(): void;
}

/**
 * One reader of server-sent events (WHATWG HTML §9.2). It gets the next event after the previous one has left the
 * process. A client that reads nothing for some time is disconnected.
 */
export class EventStream {
  readonly #response: ServerResponse;
  readonly #options: EventStreamOptions;
  readonly #heartbeat: NodeJS.Timeout;
  /** Called when the client has read the events so far. */
  readonly #releases: (() => void)[] = [];

  constructor(response: ServerResponse, options: EventStreamOptions) {
    this.#response = response;
    this.#options = options;
    response.writeHead(200, EVENT_STREAM_HEADERS);
    response.write(`retry: ${RETRY_MS}\n\n`);
    // Node.js counts from the last byte that the connection accepted. Heartbeats keep an idle stream open.
    response.socket?.setTimeout(options.unsent.timeoutMs);
    this.#heartbeat = setInterval(() => this.#beat(), Math.min(HEARTBEAT_MS, options.unsent.timeoutMs / 2));
    response.on('drain', () => this.#uncount());
    response.once('close', () => {
      clearInterval(this.#heartbeat);
      this.#uncount();
      options.onClose();
    });
  }

  /** Returns true if it accepts an event: no previous event waits for the client. */
  get isReady(): boolean {
    return !this.#isOver && !this.#response.writableNeedDrain;
  }

  /** Resolves to true when the stream accepts an event, and to false if it is closed. */
  async ready(): Promise<boolean> {
    while (!this.isReady) {
      if (this.#isOver) return false;
      await new Promise<void>((resolve) => {
        const settle = (): void => {
          this.#response.off('drain', settle).off('close', settle);
          resolve();
        };
        this.#response.on('drain', settle).on('close', settle);
      });
    }
    return true;
  }

  send({ bytes, small }: StreamEvent): void {
    if (this.#isOver) return;
    this.#response.write(this.#count(bytes.length) ? bytes : small);
    if (!this.#response.writableNeedDrain) this.#uncount();
  }

  end(): void {
    clearInterval(this.#heartbeat);
    this.#response.end();
  }

  get #isOver(): boolean {
    return this.#response.writableEnded || this.#response.destroyed;
  }

  #count(bytes: number): boolean {
    if (bytes <= UNCOUNTED_BYTES) return true;
    const { unsent, organizationId } = this.#options;
    const release = unsent.take(this.#response, organizationId, bytes);
    if (release === null) return false;
    this.#releases.push(release);
    return true;
  }

  #uncount(): void {
    for (const release of this.#releases.splice(0)) release();
  }

  #beat(): void {
    if (this.isReady) this.#response.write(HEARTBEAT);
  }
}
