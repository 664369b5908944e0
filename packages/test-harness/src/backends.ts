import { sharedRedisUrl } from './servers/shared-servers.ts';
import { describeWhereThereIs } from './suites-with-needs.ts';
import { readTestEnvironment } from './test-environment.ts';

export type BackendKind = 'postgres' | 'redis';

/**
 * A suite that needs Redis. Without one it is skipped, loudly; where a skip is a failure (CI=true) it fails.
 * Inside, `await testRedisUrl()` says where Redis is.
 */
export function describeWithRedis(name: string, suite: () => void): void {
  const reason = 'needs Redis: install redis-server, start Docker, or set TEST_REDIS_URL';
  describeWhereThereIs(readTestEnvironment().isRedisAvailable, reason, name, suite);
}

/** The same suite on both backends of the queue; the one on Redis as `describeWithRedis` has it. */
export function describeEachBackend(name: string, suite: (backend: BackendKind) => void): void {
  const { describe } = globalThis as unknown as { describe: (name: string, suite: () => void) => void };
  describe(`${name} (queue on PostgreSQL)`, () => suite('postgres'));
  describeWithRedis(`${name} (queue on Redis)`, () => suite('redis'));
}

/** @throws when there is no Redis */
export async function testRedisUrl(): Promise<string> {
  const url = await sharedRedisUrl();
  if (url === null)
    throw new Error('There is no Redis for tests: install redis-server, start Docker, or set TEST_REDIS_URL');
  return url;
}
