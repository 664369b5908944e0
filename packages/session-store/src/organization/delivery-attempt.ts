/** One attempt of a delivery, as listed in `event_deliveries.log`. */
export interface DeliveryAttempt {
  at: string;
  /** Null if there was no response. */
  httpStatus: number | null;
  /** Null if it was delivered. */
  error: string | null;
  durationMs: number;
}
