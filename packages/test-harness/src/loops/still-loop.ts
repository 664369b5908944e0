import { LONGEST_TURN_MS, type LongTurn } from './watch-turns.ts';

/** An event loop of a service that stood still, until a time of this process's clock. */
export interface StillLoop {
  service: string;
  cpuMs: number;
  endedAt: number;
}

/** @param turn one that has ended just now */
export function stillLoop(service: string, { cpuMs }: LongTurn): StillLoop {
  return { service, cpuMs, endedAt: Date.now() };
}

export function describeStillLoop({ service, cpuMs }: StillLoop): string {
  const stood = `The event loop of ${service} stood still`;
  return `${stood}: one turn took ${cpuMs} ms of CPU, and less than ${LONGEST_TURN_MS} are allowed`;
}
