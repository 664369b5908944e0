/**
 * The reasons for refusing a request to a webhook. Anybody can cause `token` and `unavailable` (a failure of the
 * service).
 */
export const REFUSAL_REASONS = [
  'token',
  'signature',
  'signature-missing',
  'not-published',
  'method',
  'too-large',
  'rate-limit',
  'quota',
  'unreadable',
  'unavailable',
] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** The number of refusals of a workflow that are stored for each reason, and shown in total. */
export const MAX_STORED_REFUSALS = 20;

/** One refused request, without its body and any secret. */
export interface Refusal {
  at: string;
  /** The status of the answer. */
  status: number;
  /** The webhook; null if no token identified it. */
  componentId: string | null;
  /** The network of the sender: the /24 of an IPv4 address, the /64 of an IPv6 address. */
  network: string;
  /** The value of `Content-Length`; null if it was missing. */
  bytes: number | null;
}
