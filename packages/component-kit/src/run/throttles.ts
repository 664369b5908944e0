export interface Rate {
  perSecond: number;
  burst: number;
}

/** The throttles of one organization, shared by all executors. */
export interface Throttles {
  /** What the organization set for a host; null: nothing. */
  rateOf(host: string): Promise<Rate | null>;
  /** Milliseconds until a call of the key may begin; its turn is taken. */
  take(key: string, rate: Rate): Promise<number>;
  /** Milliseconds for which the other side blocks the key. */
  blockedMs(key: string): Promise<number>;
  block(key: string, forMs: number): Promise<void>;
}
