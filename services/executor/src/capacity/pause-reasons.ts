/** The reasons why an executor processes no jobs for now. */
type PauseReason = 'memory' | 'alone';

export interface PauseReasons {
  add(reason: PauseReason): void;
  remove(reason: PauseReason): void;
  has(reason: PauseReason): boolean;
  readonly any: boolean;
}

/** Combines several reasons to pause. The consumer is paused while any of them applies. */
export function createPauseReasons(consumer: { pause(): void; resume(): void }): PauseReasons {
  const reasons = new Set<PauseReason>();
  return {
    add: (reason) => {
      reasons.add(reason);
      consumer.pause();
    },
    remove: (reason) => {
      if (reasons.delete(reason) && reasons.size === 0) consumer.resume();
    },
    has: (reason) => reasons.has(reason),
    get any() {
      return reasons.size > 0;
    },
  };
}
