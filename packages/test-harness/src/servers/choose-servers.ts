import { existsSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { readTestEnvironment, type TestEnvironment } from '../test-environment.ts';
import { isDockerAnswering, startPostgresContainer, startRedisContainer } from './container-servers.ts';
import { RestartablePostgres } from './restartable-postgres.ts';
import { isInstalled } from './installed-programs.ts';
import { RestartableRedis } from './restartable-redis.ts';
import type { TestServer } from './test-server.ts';

/**
 * Opens PostgreSQL for tests: the server named by the environment, otherwise a container, otherwise the embedded one.
 */
export async function openPostgres(environment: TestEnvironment): Promise<TestServer> {
  if (environment.databaseUrl !== null) return external(environment.databaseUrl, 'TEST_DATABASE_URL');
  return (await fromContainer(environment, () => startPostgresContainer(environment.postgresImage))) ?? startPostgres();
}

/**
 * Opens Redis for tests: the server named by the environment, otherwise a container, otherwise `redis-server`,
 * otherwise null.
 */
export async function openRedis(environment: TestEnvironment): Promise<TestServer | null> {
  if (environment.redisUrl !== null) return external(environment.redisUrl, 'TEST_REDIS_URL');
  const container = await fromContainer(environment, () => startRedisContainer(environment.redisImage));
  if (container !== null) return container;
  return isInstalled('redis-server') ? startRedis() : null;
}

/** Test databases do not need durability, and many test files share the server. */
const POSTGRES_SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_connections: 400,
  shared_buffers: '64MB',
  max_wal_size: '512MB',
  // Tests find held statements by parts of their text.
  track_activity_query_size: 16_384,
};

const IN_MEMORY = '/dev/shm';
/** Ten times the size of the databases of a whole run with the server's log. */
const LEAST_FREE_BYTES = 6 * 2 ** 30;

/**
 * Returns a folder in memory, or null if there is not enough space. A database has 700 files. Creating and removing
 * them on a disk takes more processor time than most tests do in the database.
 */
function folderInMemory(): string | null {
  if (!existsSync(IN_MEMORY)) return null;
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return Math.min(bavail * bsize, freemem()) >= LEAST_FREE_BYTES ? IN_MEMORY : null;
}

async function startPostgres(): Promise<TestServer> {
  const server = new RestartablePostgres(POSTGRES_SETTINGS, folderInMemory() ?? tmpdir());
  try {
    await server.start();
  } catch (error) {
    await server.remove();
    throw error;
  }
  return {
    url: server.url,
    origin: readTestEnvironment().postgresHome ?? 'embedded PostgreSQL',
    stop: () => server.remove(),
  };
}

async function startRedis(): Promise<TestServer> {
  const server = await RestartableRedis.start();
  return { url: server.url, origin: 'redis-server of this machine', stop: () => server.remove() };
}

async function fromContainer(
  environment: TestEnvironment,
  start: () => Promise<TestServer>,
): Promise<TestServer | null> {
  if (environment.containers === 'off') return null;
  if (!(await isDockerAnswering(environment.dockerHost))) {
    if (environment.containers === 'required')
      throw new Error('TEST_CONTAINERS is "required", and no Docker engine answers');
    return null;
  }
  try {
    return await start();
  } catch (error) {
    // An engine that cannot download the image counts as missing, unless containers are required.
    if (environment.containers === 'required') throw error;
    return null;
  }
}

function external(url: string, origin: string): TestServer {
  return { url, origin, stop: async () => {} };
}
