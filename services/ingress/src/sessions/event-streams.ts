import type { ServerResponse } from 'node:http';
import { ApiError } from '../errors/api-error.ts';
import type { UnsentBytes } from '../http/shares/unsent-bytes.ts';
import { EventStream } from './event-stream.ts';

/** A refused client may find room when others leave. The error is made once, because refusals can be many. */
const FULL = new ApiError('TOO_MANY_REQUESTS', { headers: { 'Retry-After': '5' }, answeredLate: true });

export interface EventStreamsOptions {
  limit: number;
  limitPerOrganization: number;
  unsent: UnsentBytes;
}

/**
 * All open event streams of this replica. Their number is limited, one organization cannot take all, and they end
 * together at a shutdown.
 */
export class EventStreams {
  readonly #options: EventStreamsOptions;
  readonly #open = new Set<EventStream>();
  /** The streams that are open or about to open, by organization. */
  readonly #places = new Map<string, number>();
  #taken = 0;

  constructor(options: EventStreamsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#taken;
  }

  /**
   * Takes a place before anything is awaited, so that many requests at once do not all find room.
   * @returns gives it back; call it when the answer has ended
   * @throws ApiError TOO_MANY_REQUESTS
   */
  reserve(organizationId: string): () => void {
    const own = this.#places.get(organizationId) ?? 0;
    if (this.#taken >= this.#options.limit || own >= this.#options.limitPerOrganization) throw FULL;
    this.#taken += 1;
    this.#places.set(organizationId, own + 1);
    return () => {
      this.#taken -= 1;
      const left = (this.#places.get(organizationId) ?? 0) - 1;
      if (left > 0) this.#places.set(organizationId, left);
      else this.#places.delete(organizationId);
    };
  }

  open(response: ServerResponse, organizationId: string, onClose: () => void): EventStream {
    const stream = new EventStream(response, {
      organizationId,
      unsent: this.#options.unsent,
      onClose: () => {
        this.#open.delete(stream);
        onClose();
      },
    });
    this.#open.add(stream);
    return stream;
  }

  /** Readers connect to another replica, with the id of the last event that they saw. */
  close(): void {
    for (const stream of this.#open) stream.end();
  }
}
