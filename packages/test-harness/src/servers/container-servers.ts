import { existsSync } from 'node:fs';
import { request } from 'node:http';
import { Client } from 'pg';
import type { StartedTestContainer } from 'testcontainers';
import { waitFor } from '../wait-for.ts';
import type { TestServer } from './test-server.ts';

const DOCKER_SOCKET = '/var/run/docker.sock';
const DOCKER_ANSWERS_WITHIN_MS = 10_000;
const POSTGRES_PORT = 5432;
const REDIS_PORT = 6379;

/** Returns true if a Docker engine answers fast enough to be used. */
export async function isDockerAnswering(dockerHost: string | null): Promise<boolean> {
  const target = dockerTarget(dockerHost);
  if (target === null) return false;
  return new Promise((resolve) => {
    const ping = request({ ...target, path: '/_ping', timeout: DOCKER_ANSWERS_WITHIN_MS }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    ping.on('error', () => resolve(false));
    ping.on('timeout', () => {
      ping.destroy();
      resolve(false);
    });
    ping.end();
  });
}

function dockerTarget(dockerHost: string | null): { socketPath: string } | { host: string; port: string } | null {
  if (dockerHost === null) return existsSync(DOCKER_SOCKET) ? { socketPath: DOCKER_SOCKET } : null;
  const url = new URL(dockerHost);
  if (url.protocol === 'unix:') return { socketPath: url.pathname };
  return { host: url.hostname, port: url.port };
}

/** Test databases do not need durability, and tests find held statements by parts of their text. */
const SETTINGS = ['fsync=off', 'full_page_writes=off', 'max_connections=400', 'track_activity_query_size=16384'];

export async function startPostgresContainer(image: string): Promise<TestServer> {
  const { GenericContainer, Wait } = await import('testcontainers');
  const container = await new GenericContainer(image)
    .withEnvironment({ POSTGRES_PASSWORD: 'test' })
    .withCommand(['postgres', ...SETTINGS.flatMap((setting) => ['-c', setting])])
    .withExposedPorts(POSTGRES_PORT)
    // While an image creates its cluster, PostgreSQL reports that it is ready before it listens on the port.
    .withWaitStrategy(Wait.forListeningPorts())
    .start();
  const url = `postgresql://postgres:test@${address(container, POSTGRES_PORT)}/postgres`;
  await waitFor(() => canConnect(url), { what: `PostgreSQL in a container of ${image}` });
  return served(container, url, image);
}

async function canConnect(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.end();
  return true;
}

export async function startRedisContainer(image: string): Promise<TestServer> {
  const { GenericContainer, Wait } = await import('testcontainers');
  const container = await new GenericContainer(image)
    .withCommand([
      'redis-server',
      '--save',
      '',
      '--appendonly',
      'no',
      '--maxmemory-policy',
      'noeviction',
      '--protected-mode',
      'no',
    ])
    .withExposedPorts(REDIS_PORT)
    .withWaitStrategy(Wait.forLogMessage(/Ready to accept connections/))
    .start();
  return served(container, `redis://${address(container, REDIS_PORT)}`, image);
}

function address(container: StartedTestContainer, port: number): string {
  const host = container.getHost();
  return `${host === 'localhost' ? '127.0.0.1' : host}:${container.getMappedPort(port)}`;
}

function served(container: StartedTestContainer, url: string, image: string): TestServer {
  return { url, origin: `container of ${image}`, stop: async () => void (await container.stop()) };
}
