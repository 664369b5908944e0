import type { ServerResponse } from 'node:http';

/** A comment this often keeps proxies from closing a stream on which nothing happens. */
const HEARTBEAT_MS = 15_000;
/** How long a client waits before it comes back, as the stream tells it. */
const RETRY_MS = 1_000;
/** A reader this far behind is disconnected; it reconnects and catches up. */
const MAX_BUFFERED_BYTES = 1_048_576;

/** One reader of server-sent events (WHATWG HTML §9.2). */
export class EventStream {
  readonly #response: ServerResponse;
  readonly #heartbeat: NodeJS.Timeout;

  constructor(response: ServerResponse, onClose: () => void) {
    this.#response = response;
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    });
    response.write(`retry: ${RETRY_MS}\n\n`);
    this.#heartbeat = setInterval(() => this.#write(': still here\n\n'), HEARTBEAT_MS);
    response.once('close', () => {
      clearInterval(this.#heartbeat);
      onClose();
    });
  }

  send(event: string, id: string, data: unknown): void {
    this.#write(`event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  end(): void {
    clearInterval(this.#heartbeat);
    this.#response.end();
  }

  #write(text: string): void {
    if (this.#response.writableEnded || this.#response.destroyed) return;
    this.#response.write(text);
    if (this.#response.writableLength > MAX_BUFFERED_BYTES) this.#response.destroy();
  }
}
