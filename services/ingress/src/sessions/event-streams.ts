import type { ServerResponse } from 'node:http';
import { ApiError } from '../errors/api-error.ts';
import { EventStream } from './event-stream.ts';

/** A refused watcher may find room when others leave. */
const RETRY_AFTER_SECONDS = '5';

/** All readers of server-sent events on this replica: a bounded number, ended together at a shutdown. */
export class EventStreams {
  readonly #limit: number;
  readonly #open = new Set<EventStream>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#open.size;
  }

  /** @throws ApiError TOO_MANY_REQUESTS */
  checkRoom(): void {
    if (this.#open.size >= this.#limit) throw new ApiError('TOO_MANY_REQUESTS', { headers: { 'Retry-After': RETRY_AFTER_SECONDS } });
  }

  open(response: ServerResponse, onClose: () => void): EventStream {
    const stream = new EventStream(response, () => {
      this.#open.delete(stream);
      onClose();
    });
    this.#open.add(stream);
    return stream;
  }

  /** Readers come back to another replica, with what they saw last. */
  close(): void {
    for (const stream of this.#open) stream.end();
  }
}
