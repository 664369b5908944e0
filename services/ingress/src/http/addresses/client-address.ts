import type { IncomingMessage } from 'node:http';
import { networkOf } from './network-of.ts';

/** Returns the client's IP address, which Express reads behind trusted proxies. */
export function clientAddress(message: IncomingMessage): string {
  if ('ip' in message && typeof message.ip === 'string') return message.ip;
  return message.socket.remoteAddress ?? 'unknown';
}

/** Returns the network that a request counts for while its organization is unknown. */
export function clientNetwork(message: IncomingMessage): string {
  return networkOf(clientAddress(message));
}
