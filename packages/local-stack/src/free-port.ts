import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * The ports to choose from. Systems give higher ones to programs that ask for any port, so none of those gets the port
 * before the caller's program listens on it. The same holds for the port 10,000 above, on which a node of a Redis
 * Cluster listens as well.
 */
const [LOWEST, HIGHEST] = [12_000, 21_999];

/** Returns a TCP port of 127.0.0.1 that no program listened on a moment ago. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST + 1);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw error;
  }
  server.close();
  await once(server, 'close');
  return true;
}
