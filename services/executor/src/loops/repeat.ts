import { runAs, type TurnOwner } from '@workflow/service-runtime';

export interface Repetition {
  /** Ends the repetition. Resolves when the current round has ended. */
  stop(): Promise<void>;
}

/** A repetition whose pauses can be shortened. */
export interface HurriedRepetition extends Repetition {
  /** Starts the next round this many milliseconds after the end of the last one, unless it starts sooner. */
  hurry(afterMs: number): void;
}

/**
 * Runs `round` repeatedly, one at a time. Each round returns the milliseconds until the next one.
 * @param name the name of the task for the watch over the event loop
 */
export function repeat(
  name: string,
  round: () => Promise<number>,
  onError: (error: unknown) => number,
): HurriedRepetition {
  let stopped = false;
  /** The pause after a round, on the clock of `performance.now()`; null during a round. */
  let pause: { since: number; until: number; timer: NodeJS.Timeout; end: () => void } | null = null;
  let mostMs = Infinity;

  function wait(waitMs: number): Promise<void> {
    return new Promise<void>((resolve) => {
      const since = performance.now();
      const end = (): void => {
        pause = null;
        resolve();
      };
      pause = { since, until: since + waitMs, timer: setTimeout(end, waitMs), end };
    });
  }

  async function loop(): Promise<void> {
    while (!stopped) {
      const waitMs = await round().catch(onError);
      if (stopped) return;
      const paused = wait(Math.min(waitMs, mostMs));
      mostMs = Infinity;
      await paused;
    }
  }

  const owner: TurnOwner = { kind: 'task', name, organizationId: null };
  const running = runAs(owner, loop);
  return {
    hurry: (afterMs) => {
      // A running round may have checked already, so the new work waits for the next one.
      if (pause === null) {
        mostMs = Math.min(mostMs, afterMs);
        return;
      }
      const until = pause.since + afterMs;
      if (until >= pause.until) return;
      clearTimeout(pause.timer);
      pause.until = until;
      pause.timer = setTimeout(pause.end, Math.max(0, until - performance.now()));
    },
    stop: () => {
      stopped = true;
      clearTimeout(pause?.timer);
      pause?.end();
      return running;
    },
  };
}
