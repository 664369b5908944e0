import type { IncomingHttpHeaders } from 'node:http';

/** Headers by which senders name a delivery: Standard Webhooks, GitHub, and the IETF draft. */
export const DEFAULT_DELIVERY_HEADERS = ['webhook-id', 'x-github-delivery', 'idempotency-key'] as const;

/** Longer ids are no ids. */
const MAX_LENGTH = 255;

/**
 * The sender's id of this delivery: the first present of the headers that the component names, an empty list
 * switching it off. Never a hash of the body: two equal events are two events.
 */
export function deliveryId(headers: IncomingHttpHeaders, deduplicateBy: readonly string[] = DEFAULT_DELIVERY_HEADERS): string | undefined {
  for (const name of deduplicateBy) {
    const value = headers[name.toLowerCase()];
    if (typeof value === 'string' && value !== '' && value.length <= MAX_LENGTH) return value;
  }
  return undefined;
}
