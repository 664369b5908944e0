/** One try of a delivery, as listed in `event_deliveries.log`. */
export interface DeliveryTry {
  at: string;
  /** null: no answer. */
  httpStatus: number | null;
  /** null: it was delivered. */
  error: string | null;
  durationMs: number;
}
