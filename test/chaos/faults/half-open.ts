import type { Fault } from '../fault.ts';
import { halfOpenClients } from './half-open-clients.ts';
import { halfOpenConnections } from './half-open-connections.ts';

/** Connections whose other side is gone without a word: of services, and of their clients. */
export const halfOpen: Fault[] = [...halfOpenConnections, halfOpenClients];
