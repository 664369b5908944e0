import { sharedRedisUrl } from './servers/shared-servers.ts';
import { readTestEnvironment } from './test-environment.ts';

export type BackendKind = 'postgres' | 'redis';

interface TestFramework {
  describe: { (name: string, suite: () => void): void; skip(name: string, suite: () => void): void };
  test: (name: string, run: () => void) => void;
}

/**
 * A suite that needs Redis. Without one it is skipped, loudly; where a skip is a failure (CI=true) it fails.
 * Inside, `await testRedisUrl()` says where Redis is.
 */
export function describeWithRedis(name: string, suite: () => void): void {
  const { describe, test } = globalThis as unknown as TestFramework;
  const { isRedisAvailable, isCi } = readTestEnvironment();
  if (isRedisAvailable) {
    describe(name, suite);
    return;
  }
  const reason = 'needs Redis: install redis-server, start Docker, or set TEST_REDIS_URL';
  if (isCi) {
    describe(name, () =>
      test(reason, () => {
        throw new Error(`"${name}" ${reason}`);
      }),
    );
    return;
  }
  process.stderr.write(`SKIPPED: "${name}" ${reason}\n`);
  describe.skip(name, suite);
}

/** The same suite on both backends of the queue; the one on Redis as `describeWithRedis` has it. */
export function describeEachBackend(name: string, suite: (backend: BackendKind) => void): void {
  const { describe } = globalThis as unknown as TestFramework;
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
