import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@workflow/local-stack';
import { startProgram } from '@workflow/service-runtime';
import { RestartablePostgres, stopWithParent, waitFor } from '@workflow/test-harness';
import type { LoadRequest } from '../load/load.ts';

const FOLDER = join(import.meta.dirname, 'peers');

/** A durable engine that runs the benchmark's workflow. */
export interface Peer {
  /** Answers 200 with the output when the workflow has ended. */
  request: LoadRequest;
  stop(): Promise<void>;
}

/** Downloads the engines, which no other command needs. @throws when that fails */
export function installPeers(): void {
  const { status } = spawnSync('npx', ['-y', 'pnpm@12', '--dir', FOLDER, 'install', '--frozen-lockfile'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error('the engines to compare with were not installed');
}

/** Starts DBOS in an Express server on a separate PostgreSQL with durability on. */
export async function startDbos(): Promise<Peer> {
  const postgres = new RestartablePostgres({ max_connections: 200 });
  await postgres.start();
  const service = await startService('dbos-service.ts', { DATABASE_URL: postgres.url });
  return {
    request: runRequest(service.port, '/run'),
    async stop() {
      service.stop();
      await postgres.remove();
    },
  };
}

/** Starts Restate's server with its defaults, which wait for the disk, and a service that it calls. */
export async function startRestate(): Promise<Peer> {
  const [ingressPort, adminPort, nodePort] = [await freePort(), await freePort(), await freePort()];
  const folder = mkdtempSync(join(tmpdir(), 'workflow-bench-restate-'));
  const server = await startProgram(
    join(FOLDER, 'node_modules/.bin/restate-server'),
    ['--base-dir', folder, '--no-logo', '--listen-mode', 'tcp', '--bind-address', `127.0.0.1:${nodePort}`],
    {
      env: {
        ...process.env,
        RESTATE_INGRESS__BIND_ADDRESS: `127.0.0.1:${ingressPort}`,
        RESTATE_ADMIN__BIND_ADDRESS: `127.0.0.1:${adminPort}`,
        RESTATE_DISABLE_TELEMETRY: 'true',
        RESTATE_LOG_FILTER: 'error',
      },
      stdio: 'ignore',
    },
  );
  const unwatch = await stopWithParent(server.pid!, folder);
  const service = await startService('restate-service.ts', {});
  await waitFor(async () => {
    const answer = await fetch(`http://127.0.0.1:${adminPort}/deployments`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ uri: `http://127.0.0.1:${service.port}` }),
    });
    return answer.ok;
  });
  return {
    request: runRequest(ingressPort, '/transform/run'),
    async stop() {
      const ended = once(server, 'exit');
      server.kill('SIGTERM');
      await ended;
      service.stop();
      await unwatch();
    },
  };
}

async function startService(file: string, env: Record<string, string>): Promise<{ port: number; stop: () => void }> {
  const child = await startProgram(process.execPath, [...process.execArgv, join(FOLDER, file)], {
    env: { ...process.env, ...env, NODE_ENV: 'production' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [{ port }] = (await once(child, 'message', { signal: AbortSignal.timeout(60_000) })) as [{ port: number }];
  return { port, stop: () => child.disconnect() };
}

function runRequest(port: number, path: string): LoadRequest {
  return {
    port,
    method: 'POST',
    path,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Ada Lovelace', amount: 42 }),
  };
}
