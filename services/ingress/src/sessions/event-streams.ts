import type { ServerResponse } from 'node:http';
import { SumsByOwner } from '@workflow/service-runtime';
import { ApiError } from '../errors/api-error.ts';
import type { UnsentBytes } from '../http/shares/unsent-bytes.ts';
import { EventStream } from './event-stream.ts';

/**
 * The error for a refused client, which may be accepted when others leave. Created once, because refusals can be
 * frequent.
 */
const FULL = new ApiError('TOO_MANY_REQUESTS', { headers: { 'Retry-After': '5' }, answeredLate: true });

/** The share of all places, and of those of an organization, that visitors may take. Members and keys have the rest. */
const VISITORS_SHARE = 0.75;

interface EventStreamsOptions {
  limit: number;
  limitPerOrganization: number;
  /** The limit of a network address that has no key. */
  limitPerNetwork: number;
  unsent: UnsentBytes;
}

/**
 * All open event streams of this replica. Their number is limited, no organization and no visitor can use all of them,
 * and they end together at a shutdown.
 */
export class EventStreams {
  readonly #options: EventStreamsOptions;
  readonly #open = new Set<EventStream>();
  /** The streams that are open or about to open, by organization and by network. */
  readonly #places = new SumsByOwner();
  #taken = 0;

  constructor(options: EventStreamsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#taken;
  }

  /**
   * Reserves a place before anything is awaited, so that simultaneous requests do not all find room.
   * @param network the network of a caller without a key
   * @returns a function that returns the place; call it when the answer has ended
   * @throws ApiError TOO_MANY_REQUESTS
   */
  reserve(organizationId: string, network: string | null = null): () => void {
    const { limit, limitPerOrganization, limitPerNetwork } = this.#options;
    const limits = new Map([[organizationId, limitPerOrganization]]);
    if (network !== null) {
      limits.set(network, limitPerNetwork);
      limits.set(`visitors of ${organizationId}`, Math.ceil(limitPerOrganization * VISITORS_SHARE));
      limits.set('visitors', Math.ceil(limit * VISITORS_SHARE));
    }
    if (this.#taken >= limit || [...limits].some(([owner, most]) => this.#places.of(owner) >= most)) throw FULL;
    this.#add(limits.keys(), 1);
    return () => this.#add(limits.keys(), -1);
  }

  #add(owners: Iterable<string>, count: 1 | -1): void {
    this.#taken += count;
    for (const owner of owners) this.#places.add(owner, count);
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

  /** Closes all streams. Readers connect to another replica, with the id of the last event that they received. */
  close(): void {
    for (const stream of this.#open) stream.end();
  }
}
