import type { Socket } from 'node:net';

/**
 * Connections whose request is answered while it is read. They have no time limit for the whole request, but one for
 * their progress.
 */
export const streamedRequests = new WeakSet<Socket>();
