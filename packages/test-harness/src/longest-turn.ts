import { spentMs } from './loops/spent-ms.ts';
import { machineSlowness } from './machine-slowness.ts';

/** Garbage collection may happen in any turn, but rarely in each of three runs. */
const RUNS = 3;

/**
 * Runs a function and returns the longest CPU time, in milliseconds, that the main thread of the process spent in one
 * turn of its event loop. Time of other processes does not count. A run above the bound is repeated up to three times,
 * and the shortest result counts. On a machine slower than the one for which bounds were set, the time is divided by
 * the same factor.
 * @param boundMs a result below this needs no other run
 */
export async function longestTurnMs(work: () => Promise<unknown>, boundMs: number): Promise<number> {
  let [leastMs, slowness] = [Infinity, 1];
  for (let run = 0; run < RUNS && leastMs >= boundMs; run += 1) {
    const longestMs = await longestOfRun(work);
    if (longestMs < boundMs) return longestMs;
    // The slowness of the machine before and after this run.
    const after = machineSlowness();
    leastMs = Math.min(leastMs, longestMs / Math.max(slowness, after));
    slowness = after;
  }
  return leastMs;
}

/** Runs a function once and returns the longest CPU time of one turn, in milliseconds. */
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
    // Measures the turn in which the function ended.
    look();
  }
  return longestMs;
}
