import { ConnectionPools } from '../connection-pools.ts';
import type { CredentialReach } from '../define-runner.ts';

/** For code that opens no connection. */
export const NO_REACH: CredentialReach = {
  addressOf: () => Promise.reject(new Error('nothing is connected to in this test')),
  pools: new ConnectionPools({ maxConnections: 1, idleMs: 1_000, maxIdle: 1 }),
  poolKey: { key: 'none', version: '1' },
};
