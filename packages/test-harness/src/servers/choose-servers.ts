import { existsSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { readTestEnvironment, type TestEnvironment } from '../test-environment.ts';
import { isDockerAnswering, startPostgresContainer, startRedisContainer } from './container-servers.ts';
import { RestartablePostgres } from './restartable-postgres.ts';
import { isInstalled } from './installed-programs.ts';
import { RestartableRedis } from './restartable-redis.ts';
import type { TestServer } from './test-server.ts';

/** PostgreSQL for tests: the one that the environment names, else a container, else the embedded one. */
export async function openPostgres(environment: TestEnvironment): Promise<TestServer> {
  if (environment.databaseUrl !== null) return external(environment.databaseUrl, 'TEST_DATABASE_URL');
  return (await fromContainer(environment, () => startPostgresContainer(environment.postgresImage))) ?? startPostgres();
}

/** Redis for tests, in the same order with `redis-server` last; null when there is none. */
export async function openRedis(environment: TestEnvironment): Promise<TestServer | null> {
  if (environment.redisUrl !== null) return external(environment.redisUrl, 'TEST_REDIS_URL');
  const container = await fromContainer(environment, () => startRedisContainer(environment.redisImage));
  if (container !== null) return container;
  return isInstalled('redis-server') ? startRedis() : null;
}

/** Nothing in a test database has to outlive a power cut, and many test files share the server. */
const POSTGRES_SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_connections: 400,
  shared_buffers: '64MB',
  max_wal_size: '512MB',
};

const IN_MEMORY = '/dev/shm';
/** The databases of a whole run and the server's log are a tenth of it. */
const LEAST_FREE_BYTES = 6 * 2 ** 30;

/**
 * Where files are in memory; null where there is no room. A database is 700 files: to make and remove them on a disk
 * takes more processor time than what most tests do in it.
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
    // An engine that cannot get the image (no registry in reach) counts as missing, unless containers are required.
    if (environment.containers === 'required') throw error;
    return null;
  }
}

function external(url: string, origin: string): TestServer {
  return { url, origin, stop: async () => {} };
}
