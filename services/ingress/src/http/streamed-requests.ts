import type { Socket } from 'node:net';

/**
 * Connections whose request is answered while it is read. The time limit of a whole request does not hold for them; one
 * on their progress does.
 */
export const streamedRequests = new WeakSet<Socket>();
