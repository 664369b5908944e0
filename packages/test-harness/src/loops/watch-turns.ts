import { machineSlowness } from '../machine-slowness.ts';
import { spentMs } from './spent-ms.ts';

/** A turn of an event loop that took long. */
export interface LongTurn {
  /**
   * CPU time of the thread, up to LOOK_EVERY_MS of shorter turns before it included, divided by how slow the machine
   * was just after it.
   */
  cpuMs: number;
}

/** A loop that computes for so long at once delays everybody whom its service serves. */
export const LONGEST_TURN_MS = 250;
const LOOK_EVERY_MS = 20;

/**
 * Reports each turn of this thread's event loop that takes LONGEST_TURN_MS of CPU or more, once it is over. Where the
 * machine is slower than the one that the bound was set on, it allows for that, and looks how slow only then.
 */
export function watchTurns(report: (turn: LongTurn) => void): { stop(): void } {
  let before = spentMs();
  const look = (): void => {
    const now = spentMs();
    const spent = now - before;
    before = now;
    if (spent < LONGEST_TURN_MS) return;
    const cpuMs = Math.round(spent / machineSlowness());
    before = spentMs();
    if (cpuMs >= LONGEST_TURN_MS) report({ cpuMs });
  };
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  return {
    stop: () => {
      clearInterval(timer);
      // The turn that is not over yet.
      look();
    },
  };
}
