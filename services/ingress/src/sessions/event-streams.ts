import type { ServerResponse } from 'node:http';
import { ApiError } from '../errors/api-error.ts';
import { EventStream } from './event-stream.ts';

/** A refused watcher may find room when others leave. */
const RETRY_AFTER_SECONDS = '5';

/**
 * All readers of server-sent events on this replica: a bounded number, of which one organization cannot take all,
 * ended together at a shutdown.
 */
export class EventStreams {
  readonly #limit: number;
  readonly #limitPerOrganization: number;
  /** Each with its organization's id. */
  readonly #open = new Map<EventStream, string>();

  constructor(limit: number, limitPerOrganization: number) {
    this.#limit = limit;
    this.#limitPerOrganization = limitPerOrganization;
  }

  get size(): number {
    return this.#open.size;
  }

  /** @throws ApiError TOO_MANY_REQUESTS */
  checkRoom(organizationId: string): void {
    const own = [...this.#open.values()].filter((id) => id === organizationId).length;
    if (this.#open.size >= this.#limit || own >= this.#limitPerOrganization) throw new ApiError('TOO_MANY_REQUESTS', { headers: { 'Retry-After': RETRY_AFTER_SECONDS } });
  }

  open(response: ServerResponse, organizationId: string, onClose: () => void): EventStream {
    const stream = new EventStream(response, () => {
      this.#open.delete(stream);
      onClose();
    });
    this.#open.set(stream, organizationId);
    return stream;
  }

  /** Readers come back to another replica, with what they saw last. */
  close(): void {
    for (const stream of this.#open.keys()) stream.end();
  }
}
