import type { Fault } from '../fault.ts';
import { halfOpen } from './half-open.ts';
import { serverAway } from './server-away.ts';

/** Faults of servers, and of the network to them, that last. */
export const networks: Fault[] = [...serverAway, ...halfOpen];
