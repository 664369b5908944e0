import { readTestEnvironment } from '../test-environment.ts';
import { openPostgres, openRedis } from './choose-servers.ts';
import type { TestServer } from './test-server.ts';

export type ServerKind = 'postgres' | 'redis';

/**
 * Starts each kind of server when it is first requested, and only once. A run of unit tests starts none, and all test
 * files of a run share one of each.
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
