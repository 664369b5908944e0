import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@workflow/local-stack';
import { startProgram } from '@workflow/service-runtime';
import { waitFor } from '../wait-for.ts';
import { redisCommand, RestartableRedis } from './restartable-redis.ts';
import { stopWithParent } from './stop-with-parent.ts';

const SLOTS = 16_384;
const NODES = 3;

export interface TestCluster {
  /** The nodes as `host:port`. */
  nodes: string[];
  /** Returns the master that had the slot of this key at the start. */
  masterOf(key: string): Promise<RestartableRedis>;
  /** Kills that master and waits until its replica has replaced it. */
  failOver(key: string): Promise<void>;
  /** Kills every node. */
  kill(): Promise<void>;
  /** Starts every node again, empty, and waits until they are a Cluster. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts three masters that share the slots of a Redis Cluster.
 * @param replicas true: each master has a replica
 */
export async function startRedisCluster({ replicas = false } = {}): Promise<TestCluster> {
  const settings = { 'cluster-enabled': 'yes', 'cluster-node-timeout': '2000' };
  const start = () => Promise.all(Array.from({ length: NODES }, () => RestartableRedis.start(settings)));
  const masters = await start();
  const followers = replicas ? await start() : [];
  const servers = [...masters, ...followers];
  const share = Math.ceil(SLOTS / NODES);
  for (const [index, master] of masters.entries()) {
    const last = Math.min(SLOTS, (index + 1) * share) - 1;
    await master.command(`CLUSTER ADDSLOTSRANGE ${index * share} ${last}`);
  }
  for (const server of servers) await server.command(`CLUSTER MEET 127.0.0.1 ${masters[0]!.port}`);
  const areJoined = async (): Promise<void> => {
    for (const server of servers)
      await waitFor(async () => (await server.command('CLUSTER INFO')).includes('cluster_state:ok'));
  };
  await areJoined();
  for (const [index, follower] of followers.entries()) await follow(follower, masters[index]!);
  const indexOf = async (key: string): Promise<number> => {
    // The reply is an integer, as in `:1234`.
    const slot = Number.parseInt((await masters[0]!.command(`CLUSTER KEYSLOT ${key}`)).slice(1), 10);
    return Math.floor(slot / share);
  };
  return {
    nodes: servers.map(({ port }) => `127.0.0.1:${port}`),
    masterOf: async (key) => masters[await indexOf(key)]!,
    failOver: async (key) => {
      const index = await indexOf(key);
      await masters[index]!.kill();
      await untilMaster(followers[index]!);
    },
    kill: async () => void (await Promise.all(servers.map((server) => server.kill()))),
    start: async () => {
      await Promise.all(servers.map((server) => server.start()));
      await areJoined();
    },
    stop: async () => void (await Promise.all(servers.map((server) => server.remove()))),
  };
}

/** Makes a node of a Cluster the replica of a master. */
async function follow(follower: RestartableRedis, master: RestartableRedis): Promise<void> {
  const id = (await master.command('CLUSTER MYID')).split('\r\n')[1]!;
  await waitFor(async () => (await follower.command(`CLUSTER REPLICATE ${id}`)).startsWith('+OK'));
  await waitFor(async () => (await follower.command('INFO replication')).includes('master_link_status:up'));
  // The other masters must know the replica before they can vote for it.
  await waitFor(async () => (await master.command(`CLUSTER REPLICAS ${id}`)).includes(`:${follower.port}@`));
}

async function untilMaster(replica: RestartableRedis): Promise<void> {
  await waitFor(async () => (await replica.command('INFO replication')).includes('role:master'));
}

export interface TestSentinel {
  sentinels: string[];
  master: string;
  /** The port of the server that is the master until a failover. */
  masterPort: number;
  /** Kills the master and waits until its replica has replaced it. */
  failOver(): Promise<void>;
  /** Kills the replica and the master, in this order, so that nothing fails over. */
  kill(): Promise<void>;
  /** Starts both again, empty. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a master, a replica, and Sentinels that watch them.
 * @param count number of Sentinels; a majority must agree
 */
export async function startRedisSentinel(count = 1): Promise<TestSentinel> {
  const first = await RestartableRedis.start();
  const second = await RestartableRedis.start({ replicaof: `127.0.0.1 ${first.port}` });
  await waitFor(async () => (await second.command('INFO replication')).includes('master_link_status:up'));
  const ports: number[] = [];
  const stops: (() => Promise<void>)[] = [];
  for (let started = 0; started < count; started += 1) {
    const port = await freePort();
    ports.push(port);
    stops.push(await startSentinel(port, first.port, Math.floor(count / 2) + 1));
  }
  for (const port of ports) {
    await waitFor(async () => (await redisCommand(port, 'SENTINEL CKQUORUM tested')).startsWith(`+OK ${count} `));
  }
  return {
    sentinels: ports.map((port) => `127.0.0.1:${port}`),
    master: 'tested',
    masterPort: first.port,
    failOver: async () => {
      await first.kill();
      await untilMaster(second);
    },
    kill: async () => {
      await second.kill();
      await first.kill();
    },
    start: async () => void (await Promise.all([first.start(), second.start()])),
    stop: async () => {
      await Promise.all(stops.map((stop) => stop()));
      await Promise.all([first.remove(), second.remove()]);
    },
  };
}

async function startSentinel(port: number, masterPort: number, quorum: number): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'workflow-test-sentinel-'));
  const file = join(folder, 'sentinel.conf');
  const lines = [
    `port ${port}`,
    'bind 127.0.0.1',
    `dir ${folder}`,
    `sentinel monitor tested 127.0.0.1 ${masterPort} ${quorum}`,
    'sentinel down-after-milliseconds tested 500',
    'sentinel failover-timeout tested 2000',
  ];
  writeFileSync(file, lines.join('\n'));
  const sentinel = await startProgram('redis-server', [file, '--sentinel'], { detached: true, stdio: 'ignore' });
  const unwatch = await stopWithParent(sentinel.pid!, folder);
  sentinel.unref();
  return async () => {
    const ended = once(sentinel, 'exit');
    sentinel.ref();
    sentinel.kill('SIGKILL');
    await ended;
    await unwatch();
    rmSync(folder, { recursive: true, force: true });
  };
}
