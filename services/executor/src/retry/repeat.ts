export interface Repetition {
  /** Ends the repetition; resolves when the round under way is over. */
  stop(): Promise<void>;
}

/** Runs `round` again and again, never two at once; each answers after how many ms the next one begins. */
export function repeat(round: () => Promise<number>, onError: (error: unknown) => number): Repetition {
  let stopped = false;
  let wake = (): void => undefined;

  async function loop(): Promise<void> {
    while (!stopped) {
      const waitMs = await round().catch(onError);
      if (stopped) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, waitMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  const running = loop();
  return {
    stop: () => {
      stopped = true;
      wake();
      return running;
    },
  };
}
