import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Outgoing connections and servers that listen on any port get ports from 32,768 on, and on some systems from 16,000
 * on. None of them can take a port of this range before the server for which it was chosen listens.
 */
const FIRST_PORT = 10_000;
const PORTS = 6_000;
/** Processes with near ids begin this many ports apart, so that they choose different ones. */
const BETWEEN_PROCESSES = 37;

let chosen = process.pid * BETWEEN_PROCESSES;

/** Returns a TCP port of 127.0.0.1 that no program listens on. The next call returns another one. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < PORTS; tries += 1) {
    chosen += 1;
    const port = FIRST_PORT + (chosen % PORTS);
    if (await canListen(port)) return port;
  }
  throw new Error(`Programs listen on all ports from ${FIRST_PORT} to ${FIRST_PORT + PORTS - 1}`);
}

async function canListen(port: number): Promise<boolean> {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
