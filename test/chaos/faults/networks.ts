import type { Fault } from '../fault.ts';
import { fullDisks } from './full-disk.ts';
import { halfOpen } from './half-open.ts';
import { lostSignals } from './lost-signals.ts';
import { serverAway } from './server-away.ts';
import { slowNetworks } from './slow-network.ts';

/** Faults of servers, and of the network to them, that last. */
export const networks: Fault[] = [...serverAway, ...halfOpen, ...lostSignals, ...slowNetworks, ...fullDisks];
