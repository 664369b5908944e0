import type { RedisAddress } from './queue-options.ts';
import type { RedisClient } from './redis-client.ts';

/** What kind of server each kind of address leads to (`redis_mode` of INFO). */
const MODES = { standalone: 'standalone', sentinel: 'standalone', cluster: 'cluster' } as const;
/** The oldest version that the tests run on (BullMQ's scripts need 6.2). */
const MIN_VERSION = '7.0';
const REFUSED = /^(WRONGPASS|NOAUTH|ERR invalid password|ERR AUTH|DENIED|NOPERM)/;

/**
 * Watches whether a Redis that answers can serve as a queue. A server that is away is not unfit: sessions wait in
 * PostgreSQL for it. With one that answers but cannot serve they would wait for ever.
 * @returns reads why it cannot serve, null while nothing is known against it
 */
export function watchFitness(
  client: RedisClient,
  address: RedisAddress,
  onError: (error: Error) => void,
): () => string | null {
  let reason: string | null = null;
  const tell = (found: string | null): void => {
    if (found !== null && found !== reason) onError(new Error(found));
    reason = found;
  };
  client.on('error', (error: Error) => {
    const refused = refusalOf(error);
    if (refused !== null) tell(refused);
  });
  client.on('ready', () => void inspect(client, address).then(tell));
  return () => reason;
}

function refusalOf(error: Error): string | null {
  const { lastNodeError } = error as { lastNodeError?: Error };
  const { message } = lastNodeError ?? error;
  if (/ERR unknown command/i.test(message) && /eval|cluster/i.test(message))
    return 'Redis is a server that keeps no data: a Sentinel?';
  if (/cluster support disabled/i.test(message)) return 'REDIS_CLUSTER_NODES names a Redis that is not a Cluster';
  return REFUSED.test(message) ? `Redis refuses the credentials: ${message.split(' ', 1)[0]}` : null;
}

/** An ACL may forbid INFO: then the server counts as fit. */
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
  return `Redis runs as a ${mode}: give it as ${instead}`;
}
