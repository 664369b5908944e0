import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { announceBroker, readTestEnvironment } from '../test-environment.ts';
import { openPostgres, openRedis } from './choose-servers.ts';
import { buildConsoleOnce } from './shared-console.ts';
import type { TestServer } from './test-server.ts';

export type ServerKind = 'postgres' | 'redis';

/**
 * Starts each kind of server when it is first asked for, once for all who ask: a run of unit tests starts
 * none, and all test files of a run share one of each.
 */
export class TestServers {
  readonly #started = new Map<ServerKind, Promise<TestServer | null>>();

  get(kind: ServerKind): Promise<TestServer | null> {
    let server = this.#started.get(kind);
    if (server === undefined) {
      const environment = readTestEnvironment();
      server = kind === 'postgres' ? openPostgres(environment) : openRedis(environment);
      this.#started.set(kind, server);
    }
    return server;
  }

  async stop(): Promise<void> {
    const servers = await Promise.allSettled(this.#started.values());
    this.#started.clear();
    await Promise.all(
      servers.map(async (server) => (server.status === 'fulfilled' ? server.value?.stop() : undefined)),
    );
  }
}

/** Hands out the servers' URLs over HTTP, and builds the console: test files run in other processes. */
export async function startServerBroker(): Promise<{ stop(): Promise<void> }> {
  const servers = new TestServers();
  const http = createServer((request, response) => {
    // An idle connection of a busy test file might be closed just when the file uses it again.
    response.setHeader('connection', 'close');
    const kind = request.url === '/redis' ? 'redis' : 'postgres';
    const answer =
      request.url === '/console'
        ? buildConsoleOnce().then(() => null)
        : servers.get(kind).then((server) => server?.url ?? null);
    answer.then(
      (url) => response.end(JSON.stringify({ url })),
      (error: unknown) =>
        response.writeHead(500).end(error instanceof Error ? (error.stack ?? error.message) : String(error)),
    );
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  http.unref();
  announceBroker(`http://127.0.0.1:${(http.address() as AddressInfo).port}`);
  return {
    stop: async () => {
      http.close();
      http.closeAllConnections();
      await servers.stop();
    },
  };
}
