import type { IncomingMessage } from 'node:http';

/** Where the request came from: as Express reads it behind trusted proxies, else the connection's other end. */
export function clientAddress(message: IncomingMessage): string {
  if ('ip' in message && typeof message.ip === 'string') return message.ip;
  return message.socket.remoteAddress ?? 'unknown';
}
