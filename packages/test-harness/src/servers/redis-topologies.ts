import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@workflow/local-stack';
import { waitFor } from '../wait-for.ts';
import { RestartableRedis } from './restartable-redis.ts';
import { stopWithParent } from './stop-with-parent.ts';

const SLOTS = 16_384;
const NODES = 3;

export interface TestCluster {
  /** `host:port` of each node. */
  nodes: string[];
  stop(): Promise<void>;
}

/** Three masters that share the slots of a Redis Cluster. */
export async function startRedisCluster(): Promise<TestCluster> {
  const settings = { 'cluster-enabled': 'yes', 'cluster-node-timeout': '2000' };
  const servers = await Promise.all(Array.from({ length: NODES }, () => RestartableRedis.start(settings)));
  const share = Math.ceil(SLOTS / NODES);
  for (const [index, server] of servers.entries()) {
    const last = Math.min(SLOTS, (index + 1) * share) - 1;
    await server.command(`CLUSTER ADDSLOTSRANGE ${index * share} ${last}`);
    await server.command(`CLUSTER MEET 127.0.0.1 ${servers[0]!.port}`);
  }
  for (const server of servers) {
    await waitFor(async () => (await server.command('CLUSTER INFO')).includes('cluster_state:ok'));
  }
  return {
    nodes: servers.map(({ port }) => `127.0.0.1:${port}`),
    stop: async () => void (await Promise.all(servers.map((server) => server.remove()))),
  };
}

export interface TestSentinel {
  sentinels: string[];
  master: string;
  /** Kills the master and waits until its replica has taken its place. */
  failOver(): Promise<void>;
  stop(): Promise<void>;
}

/** A master, a replica, and one Sentinel that watches them and decides alone. */
export async function startRedisSentinel(): Promise<TestSentinel> {
  const first = await RestartableRedis.start();
  const second = await RestartableRedis.start({ replicaof: `127.0.0.1 ${first.port}` });
  await waitFor(async () => (await second.command('INFO replication')).includes('master_link_status:up'));
  const port = await freePort();
  const stopSentinel = await startSentinel(port, first.port);
  return {
    sentinels: [`127.0.0.1:${port}`],
    master: 'tested',
    failOver: async () => {
      first.signal('SIGKILL');
      await waitFor(async () => (await second.command('INFO replication')).includes('role:master'));
    },
    stop: async () => {
      await stopSentinel();
      await Promise.all([first.remove(), second.remove()]);
    },
  };
}

async function startSentinel(port: number, masterPort: number): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'workflow-test-sentinel-'));
  const file = join(folder, 'sentinel.conf');
  const lines = [
    `port ${port}`,
    'bind 127.0.0.1',
    `dir ${folder}`,
    `sentinel monitor tested 127.0.0.1 ${masterPort} 1`,
    'sentinel down-after-milliseconds tested 500',
    'sentinel failover-timeout tested 2000',
  ];
  writeFileSync(file, lines.join('\n'));
  const sentinel = spawn('redis-server', [file, '--sentinel'], { detached: true, stdio: 'ignore' });
  const unwatch = stopWithParent(sentinel.pid!, folder);
  sentinel.unref();
  return async () => {
    const ended = once(sentinel, 'exit');
    sentinel.kill('SIGKILL');
    await ended;
    await unwatch();
  };
}
