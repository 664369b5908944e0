import type { Fault } from '../fault.ts';
import { halfOpenClients } from './half-open-clients.ts';
import { halfOpenConnections } from './half-open-connections.ts';

/** Connections whose peer disappeared silently: those of services, and those of their clients. */
export const halfOpen: Fault[] = [...halfOpenConnections, halfOpenClients];
