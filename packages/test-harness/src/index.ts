export { describeEachBackend, describeWithRedis, testRedisUrl, type BackendKind } from './backends.ts';
export { createTestDatabase, type TestDatabase } from './test-database.ts';
export { testQueueName } from './test-queue-name.ts';
export { waitFor, type WaitOptions } from './wait-for.ts';
export { freePort } from '@workflow/local-stack';
export { startEmbeddedPostgres } from './servers/embedded-postgres-server.ts';
export { startRedisServer } from './servers/redis-server.ts';
export { sharedPostgresUrl, sharedRedisUrl, stopOwnServers } from './servers/shared-servers.ts';
export type { TestServer } from './servers/test-server.ts';
