import type { TestEnvironment } from '../test-environment.ts';
import { isDockerAnswering, startPostgresContainer, startRedisContainer } from './container-servers.ts';
import { startEmbeddedPostgres } from './embedded-postgres-server.ts';
import { isRedisServerInstalled, startRedisServer } from './redis-server.ts';
import type { TestServer } from './test-server.ts';

/** PostgreSQL for tests: the one that the environment names, else a container, else the embedded one. */
export async function openPostgres(environment: TestEnvironment): Promise<TestServer> {
  if (environment.databaseUrl !== null) return external(environment.databaseUrl, 'TEST_DATABASE_URL');
  return (await fromContainer(environment, () => startPostgresContainer(environment.postgresImage))) ?? startEmbeddedPostgres();
}

/** Redis for tests, in the same order with `redis-server` last; null when there is none. */
export async function openRedis(environment: TestEnvironment): Promise<TestServer | null> {
  if (environment.redisUrl !== null) return external(environment.redisUrl, 'TEST_REDIS_URL');
  const container = await fromContainer(environment, () => startRedisContainer(environment.redisImage));
  if (container !== null) return container;
  return isRedisServerInstalled() ? startRedisServer() : null;
}

async function fromContainer(environment: TestEnvironment, start: () => Promise<TestServer>): Promise<TestServer | null> {
  if (environment.containers === 'off') return null;
  if (!(await isDockerAnswering(environment.dockerHost))) {
    if (environment.containers === 'required') throw new Error('TEST_CONTAINERS is "required", and no Docker engine answers');
    return null;
  }
  try {
    return await start();
  } catch (error) {
    // An engine without a way to the image (no registry in reach) is as good as none, unless it was asked for.
    if (environment.containers === 'required') throw error;
    return null;
  }
}

function external(url: string, origin: string): TestServer {
  return { url, origin, stop: async () => {} };
}
