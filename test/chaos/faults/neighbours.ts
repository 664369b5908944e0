import type { Fault } from '../fault.ts';
import { attacks } from './attacks.ts';
import { noisyNeighbour } from './noisy-neighbour.ts';

/** An organization works while another one floods or attacks the service. */
export const neighbours: Fault[] = [noisyNeighbour, ...attacks];
