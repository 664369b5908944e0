import { LONGEST_TURN_MS, type LongTurn } from './watch-turns.ts';

/** An event loop of a service that was blocked, with the time of this process's clock at its end. */
export interface StillLoop {
  service: string;
  cpuMs: number;
  endedAt: number;
}

/** Describes a blocked loop. @param turn a turn that ended just now */
export function stillLoop(service: string, { cpuMs }: LongTurn): StillLoop {
  return { service, cpuMs, endedAt: Date.now() };
}

export function describeStillLoop({ service, cpuMs }: StillLoop): string {
  const stood = `The event loop of ${service} stood still`;
  return `${stood}: one turn took ${cpuMs} ms of CPU, and less than ${LONGEST_TURN_MS} are allowed`;
}
