import { machineSlowness } from '../machine-slowness.ts';
import { spentMs } from './spent-ms.ts';

/** A long turn of an event loop. */
export interface LongTurn {
  /**
   * CPU time of the thread during the turn, divided by how slow the machine was just after it. It may include up to
   * LOOK_EVERY_MS of shorter turns before.
   */
  cpuMs: number;
}

/** A turn of this CPU time delays everyone who uses the service. */
export const LONGEST_TURN_MS = 250;
const LOOK_EVERY_MS = 20;

/**
 * Reports each turn of this thread's event loop that takes LONGEST_TURN_MS of CPU time or more, after it has ended. On
 * a slower machine the bound is larger; the slowness is measured only after a long turn.
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
      // Measures the turn that has not ended yet.
      look();
    },
  };
}
