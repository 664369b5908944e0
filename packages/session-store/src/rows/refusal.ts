/**
 * Why a request to a webhook was refused; anybody can cause `token` and
 * `unavailable` (a failure of the service).
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

/** The number of refusals of a workflow that are kept for each reason, and shown in total. */
export const KEPT_REFUSALS = 20;

/** One refused request. Neither its body nor anything secret. */
export interface Refusal {
  at: string;
  /** The status that was answered. */
  status: number;
  /** The webhook; null: no token told which. */
  componentId: string | null;
  /** Where it came from: the /24 of an IPv4 address, the /64 of an IPv6 address. */
  network: string;
  /** As `Content-Length` said; null: it did not. */
  bytes: number | null;
}
