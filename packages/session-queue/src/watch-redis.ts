import type { RedisAddress } from './queue-options.ts';
import type { RedisClient } from './redis-client.ts';

/** The `redis_mode` in INFO that each kind of address must lead to. */
const MODES = { standalone: 'standalone', sentinel: 'standalone', cluster: 'cluster' } as const;
/** The oldest version that is tested (BullMQ's scripts need 6.2). */
const MIN_VERSION = '7.0';
const REFUSED = /^(WRONGPASS|NOAUTH|ERR invalid password|ERR AUTH|DENIED|NOPERM)/;

/**
 * Checks whether a Redis that answers can be used as a queue. A server that does not answer is no problem, because
 * sessions wait in PostgreSQL. If it answers but cannot be used, they would wait forever.
 * @returns a function that returns the problem, or null if there is none
 */
export function watchRedis(
  client: RedisClient,
  address: RedisAddress,
  onError: (error: Error) => void,
): () => string | null {
  let reason: string | null = null;
  const report = (problem: string | null): void => {
    if (problem !== null && problem !== reason) onError(new Error(problem));
    reason = problem;
  };
  client.on('error', (error: Error) => {
    const refused = refusalOf(error);
    if (refused !== null) report(refused);
  });
  client.on('ready', () => void inspect(client, address).then(report));
  return () => reason;
}

function refusalOf(error: Error): string | null {
  const { lastNodeError } = error as { lastNodeError?: Error };
  const { message } = lastNodeError ?? error;
  if (/ERR unknown command/i.test(message) && /eval|cluster/i.test(message))
    return 'Redis does not store data: it may be a Sentinel';
  if (/cluster support disabled/i.test(message)) return 'REDIS_CLUSTER_NODES names a Redis that is not a Cluster';
  return REFUSED.test(message) ? `Redis refuses the credentials: ${message.split(' ', 1)[0]}` : null;
}

/** Inspects the server. An ACL may forbid INFO, and then the server is accepted. */
async function inspect(client: RedisClient, address: RedisAddress): Promise<string | null> {
  try {
    const info = await client.info();
    const mode = /^redis_mode:(\S+)/m.exec(info)?.[1];
    if (mode !== undefined && mode !== MODES[address.kind]) return wrongKind(mode, address);
    const version = /^redis_version:(\d+\.\d+)/m.exec(info)?.[1];
    if (version !== undefined && Number.parseFloat(version) < Number.parseFloat(MIN_VERSION))
      return `Redis ${version} is too old: ${MIN_VERSION} or later is needed`;
    const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1];
    if (policy === undefined || policy === 'noeviction') return null;
    return `Redis runs with maxmemory-policy ${policy} and may drop jobs: set it to noeviction`;
  } catch (error) {
    const { message } = error as Error;
    return message.startsWith('NOPERM') ? null : refusalOf(error as Error);
  }
}

function wrongKind(mode: string, address: RedisAddress): string {
  if (address.kind === 'cluster') return 'REDIS_CLUSTER_NODES names a Redis that is not a Cluster';
  const instead = mode === 'sentinel' ? 'REDIS_SENTINELS and REDIS_SENTINEL_MASTER' : 'REDIS_CLUSTER_NODES';
  return `Redis runs as a ${mode}: set its address in ${instead}`;
}
