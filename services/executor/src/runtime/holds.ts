/** Why an executor takes no jobs for now. */
export type HoldReason = 'memory' | 'alone';

export interface Holds {
  add(reason: HoldReason): void;
  remove(reason: HoldReason): void;
  has(reason: HoldReason): boolean;
  readonly any: boolean;
}

/** Several reasons, one switch: the consumer is held while any of them stands. */
export function createHolds(consumer: { hold(): void; release(): void }): Holds {
  const reasons = new Set<HoldReason>();
  return {
    add: (reason) => {
      reasons.add(reason);
      consumer.hold();
    },
    remove: (reason) => {
      if (reasons.delete(reason) && reasons.size === 0) consumer.release();
    },
    has: (reason) => reasons.has(reason),
    get any() {
      return reasons.size > 0;
    },
  };
}
