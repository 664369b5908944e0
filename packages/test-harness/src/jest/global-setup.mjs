import { startServerBroker } from '../servers/server-broker.ts';
import { announceRedis } from './announce-redis.ts';

/** Runs once before all test files, in the process that starts the others. */
export default async function setUp() {
  await announceRedis();
  globalThis.testServerBroker = await startServerBroker();
}
