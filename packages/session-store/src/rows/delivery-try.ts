/** One try of a delivery, as `event_deliveries.log` lists them. */
export interface DeliveryTry {
  at: string;
  /** null: no answer. */
  httpStatus: number | null;
  /** null: it was delivered. */
  error: string | null;
  durationMs: number;
}
