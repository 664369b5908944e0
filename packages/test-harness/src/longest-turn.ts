import { spentMs } from './loops/spent-ms.ts';
import { machineSlowness } from './machine-slowness.ts';

/** Garbage collection takes a turn as well, at any time, but hardly in each of three runs. */
const RUNS = 3;

/**
 * Runs work three times and gives the longest time of CPU, in milliseconds, that the process's main thread spent
 * between two turns of its event loop meanwhile, of the run where it was shortest. Time during which the machine did
 * something else does not count, and where the machine is slower than the one that bounds were set on, the time is
 * less by the same factor.
 */
export async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  let leastMs = Infinity;
  for (let run = 0; run < RUNS; run += 1) leastMs = Math.min(leastMs, await relativeTurnMs(work));
  return leastMs;
}

async function relativeTurnMs(work: () => Promise<unknown>): Promise<number> {
  const before = machineSlowness();
  const longestMs = await longestOfRun(work);
  return longestMs / Math.max(before, machineSlowness());
}

async function longestOfRun(work: () => Promise<unknown>): Promise<number> {
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
