import { Cluster, type ClusterOptions, Redis, type RedisOptions as AnyRedisOptions } from 'ioredis';
import type { RedisAddress } from './queue-options.ts';
import {
  CONNECT_TIMEOUT_MS,
  MAX_RECONNECT_DELAY_MS,
  NO_ANSWER_AFTER_MS,
  OPERATION_TIMEOUT_MS,
} from './queue-settings.ts';

/** Replies have the form that BullMQ reads. */
type RedisOptions = Omit<AnyRedisOptions, 'replyMapping'>;

/** A client of one Redis, of a Sentinel's master, or of a Cluster. */
export type RedisClient = Redis | Cluster;

const reconnectDelay = (times: number): number => Math.min(50 * 2 ** Math.min(times, 6), MAX_RECONNECT_DELAY_MS);

const DEFAULT_PORTS = { sentinel: 26_379, cluster: 6_379 } as const;

/** Options of a client that fails fast while Redis does not answer. */
const FAIL_FAST = {
  maxRetriesPerRequest: 1,
  enableOfflineQueue: false,
  commandTimeout: OPERATION_TIMEOUT_MS,
  socketTimeout: NO_ANSWER_AFTER_MS,
} as const satisfies RedisOptions;

/**
 * Creates a client that fails fast while Redis does not answer. Producers use it, and everything for which a request
 * may wait.
 */
export function createFailFastRedis(address: RedisAddress, role: string, onError: (error: Error) => void): RedisClient {
  return connectRedis(address, { connectionName: role, ...FAIL_FAST }, onError);
}

/** Connects to an address. The client reconnects by itself after any outage or failover. */
export function connectRedis(
  address: RedisAddress,
  options: RedisOptions,
  onError: (error: Error) => void,
): RedisClient {
  const shared: RedisOptions = { connectTimeout: CONNECT_TIMEOUT_MS, retryStrategy: reconnectDelay, ...options };
  const client = open(address, shared);
  client.on('error', onError);
  return client;
}

function open(address: RedisAddress, options: RedisOptions): RedisClient {
  if (address.kind === 'standalone') return new Redis(address.url, options);
  return address.kind === 'sentinel' ? new Redis(optionsOf(address, options)) : openCluster(address, options);
}

function openCluster(address: Extract<RedisAddress, { kind: 'cluster' }>, options: RedisOptions): Cluster {
  const redisOptions = optionsOf(address, options);
  const clusterOptions: Omit<ClusterOptions, 'redisOptions'> & { redisOptions: RedisOptions } = {
    redisOptions,
    clusterRetryStrategy: reconnectDelay,
    slotsRefreshTimeout: OPERATION_TIMEOUT_MS,
    enableOfflineQueue: redisOptions.enableOfflineQueue ?? true,
    // Certificates contain the names that the nodes announce, so names must not be resolved to addresses.
    ...(address.tls && { dnsLookup: (host, callback) => callback(null, host) }),
  };
  return new Cluster(
    address.nodes.map((node) => splitNode(node, DEFAULT_PORTS.cluster)),
    clusterOptions,
  );
}

/** Returns the connection of a BullMQ worker: options for its own clients, or a Cluster to duplicate. */
export function workerConnection(address: RedisAddress, socketTimeout: number) {
  const options = {
    maxRetriesPerRequest: null,
    connectTimeout: CONNECT_TIMEOUT_MS,
    retryStrategy: reconnectDelay,
    socketTimeout,
  };
  if (address.kind === 'standalone') return { ...options, url: address.url };
  return address.kind === 'sentinel' ? optionsOf(address, options) : openCluster(address, options);
}

function optionsOf<Own extends RedisOptions>(address: Exclude<RedisAddress, { kind: 'standalone' }>, options: Own) {
  const secured = {
    ...options,
    ...(address.username === null ? {} : { username: address.username }),
    ...(address.password === null ? {} : { password: address.password }),
    ...(address.tls ? { tls: {} } : {}),
  };
  if (address.kind === 'cluster') return secured;
  return {
    ...secured,
    sentinels: address.sentinels.map((node) => splitNode(node, DEFAULT_PORTS.sentinel)),
    name: address.master,
    sentinelRetryStrategy: reconnectDelay,
    ...(address.sentinelPassword === null ? {} : { sentinelPassword: address.sentinelPassword }),
    ...(address.tls ? { enableTLSForSentinelMode: true, sentinelTLS: {} } : {}),
    // A master that became a replica refuses writes. The Sentinels then name the new one.
    reconnectOnError: (error: Error) => (error.message.startsWith('READONLY') ? (2 as const) : false),
  };
}

/** Splits `host:port`, or `[address]:port` for IPv6. Without a port it uses the default. */
function splitNode(node: string, defaultPort: number): { host: string; port: number } {
  const at = /:\d+$/.exec(node)?.index ?? node.length;
  const host = node.slice(0, at).replaceAll(/^\[|\]$/g, '');
  return { host, port: at === node.length ? defaultPort : Number(node.slice(at + 1)) };
}
