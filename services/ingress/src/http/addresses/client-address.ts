import type { IncomingMessage } from 'node:http';
import { networkOf } from './network-of.ts';

/** Where the request came from: as Express reads it behind trusted proxies, else the connection's other end. */
export function clientAddress(message: IncomingMessage): string {
  if ('ip' in message && typeof message.ip === 'string') return message.ip;
  return message.socket.remoteAddress ?? 'unknown';
}

/** The network that a request counts for while nobody knows which organization it is of. */
export function clientNetwork(message: IncomingMessage): string {
  return networkOf(clientAddress(message));
}
