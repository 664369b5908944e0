import { spentMs } from './loops/spent-ms.ts';
import { machineSlowness } from './machine-slowness.ts';

/** Garbage collection takes a turn as well, at any time, but hardly in each of three runs. */
const RUNS = 3;

/**
 * Runs work and gives the longest time of CPU, in milliseconds, that the process's main thread spent between two turns
 * of its event loop meanwhile. Time during which the machine did something else does not count. Work that was not
 * below the bound runs up to three times, of which the run counts where that time was shortest, and where the machine
 * is slower than the one that bounds were set on, the time is less by the same factor.
 * @param boundMs what is less than that needs no other run
 */
export async function longestTurnMs(work: () => Promise<unknown>, boundMs: number): Promise<number> {
  let [leastMs, slowness] = [Infinity, 1];
  for (let run = 0; run < RUNS && leastMs >= boundMs; run += 1) {
    const longestMs = await longestOfRun(work);
    if (longestMs < boundMs) return longestMs;
    // Of the machine before and after this run.
    const after = machineSlowness();
    leastMs = Math.min(leastMs, longestMs / Math.max(slowness, after));
    slowness = after;
  }
  return leastMs;
}

/** Returns the longest time of CPU between two turns while the work runs once, in milliseconds. */
export async function longestOfRun(work: () => Promise<unknown>): Promise<number> {
  let longestMs = 0;
  let isOver = false;
  let before = spentMs();
  const look = (): void => {
    const now = spentMs();
    longestMs = Math.max(longestMs, now - before);
    before = now;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  try {
    await work();
  } finally {
    isOver = true;
    // The turn in which the work ended.
    look();
  }
  return longestMs;
}
