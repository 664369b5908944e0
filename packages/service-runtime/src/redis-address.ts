import type { EnvReader } from './env-reader.ts';

const NODE = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/i;

/**
 * Reads the address of Redis: one of `REDIS_URL`, `REDIS_SENTINELS` with `REDIS_SENTINEL_MASTER`, or
 * `REDIS_CLUSTER_NODES` (`host:port`, separated by commas). Returns null when none is set; the queue is then in
 * PostgreSQL.
 */
export function readRedisAddress(reader: EnvReader) {
  const url = reader.url('REDIS_URL', { default: null, protocols: ['redis', 'rediss'] });
  const sentinels = readNodes(reader, 'REDIS_SENTINELS', reader.list('REDIS_SENTINELS', []));
  const nodes = readNodes(reader, 'REDIS_CLUSTER_NODES', reader.list('REDIS_CLUSTER_NODES', []));
  const master = reader.string('REDIS_SENTINEL_MASTER', { default: null });
  const credentials = {
    username: reader.string('REDIS_USERNAME', { default: null }),
    password: reader.string('REDIS_PASSWORD', { default: null }),
    tls: reader.flag('REDIS_TLS', false),
  };
  const sentinelPassword = reader.string('REDIS_SENTINEL_PASSWORD', { default: null });
  const given = [
    url !== null && 'REDIS_URL',
    sentinels.length > 0 && 'REDIS_SENTINELS',
    nodes.length > 0 && 'REDIS_CLUSTER_NODES',
  ].filter((name) => name !== false);
  if (given.length > 1) reader.problem(given.join(' and '), 'must not be set together: name one Redis');
  if (sentinels.length > 0 && master === null) {
    reader.problem('REDIS_SENTINEL_MASTER', 'is required with REDIS_SENTINELS: the name of the master that they watch');
  }
  if (master !== null && sentinels.length === 0)
    reader.problem('REDIS_SENTINELS', 'is required with REDIS_SENTINEL_MASTER');
  if (sentinels.length > 0) {
    return { kind: 'sentinel' as const, sentinels, master: master ?? '', sentinelPassword, ...credentials };
  }
  if (nodes.length > 0) return { kind: 'cluster' as const, nodes, ...credentials };
  return url === null ? null : { kind: 'standalone' as const, url };
}

function readNodes(reader: EnvReader, name: string, nodes: string[]): string[] {
  if (!nodes.every((node) => NODE.test(node))) reader.problem(name, 'must list host:port, separated by commas');
  return nodes;
}
