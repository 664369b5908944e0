import type { Fault } from '../fault.ts';
import { postgresClock } from './postgres-clock.ts';
import { steppingClocks } from './stepping-clocks.ts';
import { wrongClock } from './wrong-clock.ts';

/** Clocks of services and of PostgreSQL that are wrong all the time, or step. */
export const wrongClocks: Fault[] = [...wrongClock, ...steppingClocks, ...postgresClock];
