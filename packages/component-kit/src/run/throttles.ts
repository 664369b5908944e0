export interface Rate {
  perSecond: number;
  burst: number;
}

/** The throttles of one organization, shared by all executors. */
export interface Throttles {
  /** Returns the rate that the organization set for a host, or null. */
  rateOf(host: string): Promise<Rate | null>;
  /** Reserves a turn. Returns the milliseconds until a call with the key may begin. */
  take(key: string, rate: Rate): Promise<number>;
  /** Returns the milliseconds for which the server blocks the key. */
  blockedMs(key: string): Promise<number>;
  block(key: string, forMs: number): Promise<void>;
}
