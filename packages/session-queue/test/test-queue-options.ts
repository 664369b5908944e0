import { testQueueName, testRedisUrl, type BackendKind, type TestDatabase } from '@workflow/test-harness';
import type { SessionQueueOptions } from '../src/index.ts';

/** Returns options for a new queue on the server that tests share. */
export async function testQueueOptions(
  backend: BackendKind,
  { databaseUrl }: TestDatabase,
  onError: SessionQueueOptions['onError'] = () => undefined,
): Promise<SessionQueueOptions> {
  return {
    redis: backend === 'redis' ? { kind: 'standalone', url: await testRedisUrl() } : null,
    databaseUrl,
    name: testQueueName(),
    onError,
  };
}
