/** The reasons why an executor processes no jobs for now. */
type PauseReason = 'memory' | 'alone';

export type PauseReasons = ReturnType<typeof createPauseReasons>;

/** Combines several reasons to pause. The consumer is paused while any of them applies. */
export function createPauseReasons(consumer: { pause(): void; resume(): void }) {
  const reasons = new Set<PauseReason>();
  return {
    add: (reason: PauseReason): void => {
      reasons.add(reason);
      consumer.pause();
    },
    remove: (reason: PauseReason): void => {
      if (reasons.delete(reason) && reasons.size === 0) consumer.resume();
    },
    has: (reason: PauseReason): boolean => reasons.has(reason),
    get any(): boolean {
      return reasons.size > 0;
    },
  };
}
