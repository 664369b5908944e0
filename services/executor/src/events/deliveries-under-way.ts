import { countedBytes, type BusyOrganization, type ClaimedDelivery } from '@workflow/session-store';

/**
 * Maximum numbers of deliveries in progress on one executor, for one organization, and for one hook, so that a slow
 * receiver does not delay others.
 */
const MAX_UNDER_WAY = 64;
const MAX_PER_ORGANIZATION = 8;
const MAX_PER_HOOK = 4;
/** Maximum bytes of bodies that are in memory while they are sent. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_BYTES_PER_ORGANIZATION = 16 * 1024 * 1024;

/** The deliveries that are being sent, and the capacity for more. */
export class DeliveriesUnderWay {
  readonly #sending = new Map<ClaimedDelivery, Promise<void>>();

  /** Returns the limits of the next claim, or null if there is no capacity. */
  room() {
    const limit = MAX_UNDER_WAY - this.#sending.size;
    if (limit === 0) return null;
    const perHook = Map.groupBy(this.#sending.keys(), ({ hookId }) => hookId);
    return {
      limit,
      perHook: MAX_PER_HOOK,
      perOrganization: MAX_PER_ORGANIZATION,
      maxBytesPerOrganization: MAX_BYTES_PER_ORGANIZATION,
      maxBytes: MAX_BYTES,
      busyHooks: [...perHook].filter(([, deliveries]) => deliveries.length >= MAX_PER_HOOK).map(([hookId]) => hookId),
      busyOrganizations: this.#busyOrganizations(),
    };
  }

  /** Counts a delivery until `sent` settles. */
  add(delivery: ClaimedDelivery, sent: Promise<void>): void {
    this.#sending.set(
      delivery,
      sent.finally(() => this.#sending.delete(delivery)),
    );
  }

  async emptied(): Promise<void> {
    await Promise.all(this.#sending.values());
  }

  #busyOrganizations(): BusyOrganization[] {
    const byOrganization = Map.groupBy(this.#sending.keys(), ({ organizationId }) => organizationId);
    return [...byOrganization].map(([organizationId, deliveries]) => ({
      organizationId,
      count: deliveries.length,
      bytes: deliveries.reduce((sum, delivery) => sum + countedBytes(delivery), 0),
    }));
  }
}
