import { sharedRedisUrl } from './servers/shared-servers.ts';
import { describeWhereThereIs } from './suites-with-needs.ts';
import { readTestEnvironment } from './test-environment.ts';

export type BackendKind = 'postgres' | 'redis';

/**
 * Declares a suite that needs Redis. Without Redis it is skipped with a warning, or fails if CI=true. Inside the suite,
 * `await testRedisUrl()` returns the address of Redis.
 */
export function describeWithRedis(name: string, suite: () => void): void {
  const reason = 'needs Redis: install redis-server, start Docker, or set TEST_REDIS_URL';
  describeWhereThereIs(readTestEnvironment().isRedisAvailable, reason, name, suite);
}

/** Declares the same suite for both backends of the queue. The one for Redis is declared with `describeWithRedis`. */
export function describeEachBackend(name: string, suite: (backend: BackendKind) => void): void {
  const { describe } = globalThis as unknown as { describe: (name: string, suite: () => void) => void };
  describe(`${name} (queue on PostgreSQL)`, () => suite('postgres'));
  describeWithRedis(`${name} (queue on Redis)`, () => suite('redis'));
}

/** Returns the address of Redis. @throws when there is no Redis */
export async function testRedisUrl(): Promise<string> {
  const url = await sharedRedisUrl();
  if (url === null)
    throw new Error('There is no Redis for tests: install redis-server, start Docker, or set TEST_REDIS_URL');
  return url;
}
