import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** The interval at which idle connections are closed while the last requests end. */
const CLOSE_IDLE_EVERY_MS = 50;

/**
 * Closes a server without a reset for callers that follow `Connection: close`. It continues to listen for `listenMs`,
 * in which every answer asks its connection to close. Then it accepts no new connections, closes the idle ones and
 * waits for the others, at most until `withinMs`.
 */
export async function drain(server: Server, options: { listenMs: number; withinMs: number }): Promise<void> {
  const until = performance.now() + options.withinMs;
  await delay(options.listenMs);
  const closed = new Promise<void>((resolve) => {
    // The close of node:http would end connections that are idle between two requests.
    NetServer.prototype.close.call(server, () => resolve());
  });
  const idle = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
  const cut = setTimeout(() => server.closeAllConnections(), Math.max(0, until - performance.now()));
  await closed;
  clearInterval(idle);
  clearTimeout(cut);
}
