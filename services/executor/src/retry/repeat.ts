import { runAs, type TurnOwner } from '@workflow/service-runtime';

export interface Repetition {
  /** Ends the repetition. Resolves when the present round has ended. */
  stop(): Promise<void>;
}

/** A repetition whose pauses can be shortened. */
export interface HurriedRepetition extends Repetition {
  /** Starts the next round when this many ms have passed since the last one ended, if it does not start sooner. */
  hurry(afterMs: number): void;
}

/**
 * Runs `round` repeatedly, never two at once. Each round returns the milliseconds until the next one.
 * @param name of the task, as the watch over the event loop names it
 */
export function repeat(
  name: string,
  round: () => Promise<number>,
  onError: (error: unknown) => number,
): HurriedRepetition {
  let stopped = false;
  /** The pause after a round, on `performance.now()`'s clock. It is null during a round. */
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
      // A round in progress may have checked already, so the new work waits for the next one.
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
