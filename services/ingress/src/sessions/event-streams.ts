import type { ServerResponse } from 'node:http';
import { ApiError } from '../errors/api-error.ts';
import type { UnsentBytes } from '../http/shares/unsent-bytes.ts';
import { EventStream } from './event-stream.ts';

/** A refused client may find room when others leave. The error is made once, because refusals can be many. */
const FULL = new ApiError('TOO_MANY_REQUESTS', { headers: { 'Retry-After': '5' }, answeredLate: true });

export interface EventStreamsOptions {
  limit: number;
  limitPerOrganization: number;
  /** The limit of a network address that has no key. */
  limitPerNetwork: number;
  unsent: UnsentBytes;
}

/**
 * All open event streams of this replica. Their number is limited, no organization and no visitor can take all, and
 * they end together at a shutdown.
 */
export class EventStreams {
  readonly #options: EventStreamsOptions;
  readonly #open = new Set<EventStream>();
  /** The streams that are open or about to open, by organization and by network. */
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
   * @param network the network address of a caller without a key
   * @returns gives it back; call it when the answer has ended
   * @throws ApiError TOO_MANY_REQUESTS
   */
  reserve(organizationId: string, network: string | null = null): () => void {
    const { limit, limitPerOrganization, limitPerNetwork } = this.#options;
    const limits = new Map([[organizationId, limitPerOrganization]]);
    if (network !== null) limits.set(network, limitPerNetwork);
    if (this.#taken >= limit || [...limits].some(([owner, most]) => this.#placesOf(owner) >= most)) throw FULL;
    this.#add(limits.keys(), 1);
    return () => this.#add(limits.keys(), -1);
  }

  #placesOf(owner: string): number {
    return this.#places.get(owner) ?? 0;
  }

  #add(owners: Iterable<string>, count: 1 | -1): void {
    this.#taken += count;
    for (const owner of owners) {
      const places = this.#placesOf(owner) + count;
      if (places > 0) this.#places.set(owner, places);
      else this.#places.delete(owner);
    }
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
