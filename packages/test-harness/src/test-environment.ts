/** Settings of the servers that tests use. Only this file of the package reads `process.env`. */
export interface TestEnvironment {
  /** An existing PostgreSQL. The account must be allowed to create databases. */
  databaseUrl: string | null;
  /** The folder of the PostgreSQL that tests start, which contains `bin/postgres`. Null for the embedded one. */
  postgresHome: string | null;
  /** An existing Redis. */
  redisUrl: string | null;
  /** `off`: no containers even if a Docker engine answers; `required`: only containers. */
  containers: 'auto' | 'off' | 'required';
  dockerHost: string | null;
  postgresImage: string;
  redisImage: string;
  /** true: a skipped suite fails. */
  isCi: boolean;
  /** URL of the server broker of this test run, or null. */
  brokerUrl: string | null;
  isRedisAvailable: boolean;
  /** The executable of Chromium. Null if it is searched for in the usual places. */
  chromiumPath: string | null;
  /** Number of the process that runs test files, from 1. */
  worker: string;
}

export function readTestEnvironment(env: Record<string, string | undefined> = process.env): TestEnvironment {
  const containers = env['TEST_CONTAINERS'] ?? 'auto';
  if (containers !== 'auto' && containers !== 'off' && containers !== 'required') {
    throw new Error(`TEST_CONTAINERS must be one of auto, off, required, and is "${containers}"`);
  }
  return {
    databaseUrl: env['TEST_DATABASE_URL'] || null,
    postgresHome: env['TEST_POSTGRES_HOME'] || null,
    redisUrl: env['TEST_REDIS_URL'] || null,
    containers,
    dockerHost: env['DOCKER_HOST'] || null,
    postgresImage: env['TEST_POSTGRES_IMAGE'] || 'postgres:18-alpine',
    redisImage: env['TEST_REDIS_IMAGE'] || 'redis:7-alpine',
    isCi: env['CI'] === 'true' || env['CI'] === '1',
    brokerUrl: env['TEST_SERVER_BROKER_URL'] || null,
    isRedisAvailable: env['TEST_REDIS_AVAILABLE'] === 'true',
    chromiumPath: env['CHROMIUM_PATH'] || null,
    worker: env['JEST_WORKER_ID'] || '1',
  };
}

/** Sets the address of the broker for the processes that this one starts. */
export function announceBroker(url: string): void {
  process.env['TEST_SERVER_BROKER_URL'] = url;
}

/** Sets for child processes if suites that need Redis can run. */
export function announceRedisIsAvailable(available: boolean): void {
  process.env['TEST_REDIS_AVAILABLE'] = String(available);
}

/**
 * Returns the environment for a child process that must not see the settings of this test run. With Node.js's compile
 * cache, a service starts in two thirds of the processor time.
 */
export function environmentForServices(): Record<string, string> {
  const { PATH = '', HOME = '', TMPDIR, NODE_COMPILE_CACHE } = process.env;
  return {
    PATH,
    HOME,
    ...(TMPDIR === undefined ? {} : { TMPDIR }),
    ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }),
  };
}
