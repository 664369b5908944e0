import { spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@workflow/local-stack';
import { startProgram } from '@workflow/service-runtime';
import { RestartablePostgres, stopWithParent, waitFor } from '@workflow/test-harness';
import type { LoadRequest } from '../../load/load.ts';
import { POSTGRES } from '../stages/engine-process.ts';
import { WORKFLOW_CALLS, type Engine, type EngineOptions, type WorkflowName } from './engine.ts';

const FOLDER = join(import.meta.dirname, '../peers');

/** Downloads the engines, which no other command needs. @throws when that fails */
export function installPeers(): void {
  const { status } = spawnSync('npx', ['-y', 'pnpm@12', '--dir', FOLDER, 'install', '--frozen-lockfile'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error('the engines to compare with were not installed');
}

/** Starts DBOS in an Express server on a separate PostgreSQL with durability on. */
export async function startDbos({ logs, stepUrl }: EngineOptions): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), 'workflow-bench-dbos-'));
  const postgres = new RestartablePostgres({ max_connections: 200 });
  await postgres.start();
  const service = await startService('dbos-service.ts', folder, {
    DATABASE_URL: postgres.url,
    DBOS_LOG_LEVEL: logs === 'off' ? 'error' : 'info',
    STEP_URL: stepUrl,
  });
  return {
    waiting: waitingRequests(service.port, '/run'),
    starting: { request: runRequest(service.port, '/start', 'computed'), status: 202 },
    endedCount: service.endedCount,
    processes: [
      { name: 'service', pid: service.pid, port: service.port },
      { name: POSTGRES, pid: postgres.pid, port: postgres.port },
    ],
    async stop() {
      service.stop();
      await postgres.remove();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Starts Restate's server with its defaults, which wait for the disk, and a service that it calls. */
export async function startRestate({ logs, stepUrl }: EngineOptions): Promise<Engine> {
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
        ...(logs === 'off' && { RESTATE_LOG_FILTER: 'error' }),
      },
      stdio: ['ignore', ...logFiles(folder, 'server')],
    },
  );
  const unwatch = await stopWithParent(server.pid!, folder);
  const service = await startService('restate-service.ts', folder, {
    STEP_URL: stepUrl,
    ...(logs === 'off' && { RESTATE_LOGGING: 'ERROR' }),
  });
  await waitFor(async () => {
    const answer = await fetch(`http://127.0.0.1:${adminPort}/deployments`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ uri: `http://127.0.0.1:${service.port}` }),
    });
    return answer.ok;
  });
  return {
    waiting: waitingRequests(ingressPort, '/benchmark/run'),
    starting: { request: runRequest(ingressPort, '/benchmark/run/send', 'computed'), status: 202 },
    endedCount: service.endedCount,
    processes: [
      { name: 'service', pid: service.pid, port: service.port },
      { name: 'Restate', pid: server.pid!, port: ingressPort },
    ],
    async stop() {
      const ended = once(server, 'exit');
      server.kill('SIGTERM');
      await ended;
      service.stop();
      await unwatch();
    },
  };
}

interface Service {
  port: number;
  pid: number;
  endedCount(): Promise<number>;
  stop(): void;
}

async function startService(file: string, logFolder: string, env: Record<string, string>): Promise<Service> {
  const child = await startProgram(process.execPath, [...process.execArgv, join(FOLDER, file)], {
    env: { ...process.env, ...env, NODE_ENV: 'production' },
    stdio: ['ignore', ...logFiles(logFolder, 'service'), 'ipc'],
  });
  const { port } = await message<{ port: number }>(child);
  return {
    port,
    pid: child.pid!,
    async endedCount() {
      child.send('ended');
      return (await message<{ ended: number }>(child)).ended;
    },
    stop: () => child.disconnect(),
  };
}

async function message<T>(child: ChildProcess): Promise<T> {
  const [value] = (await once(child, 'message', { signal: AbortSignal.timeout(60_000) })) as [T];
  return value;
}

/** Opens one file for standard output and one for standard error. */
function logFiles(folder: string, name: string): [number, number] {
  return [openSync(join(folder, `${name}.log`), 'a'), openSync(join(folder, `${name}-errors.log`), 'a')];
}

function waitingRequests(port: number, path: string): Engine['waiting'] {
  return {
    computed: runRequest(port, path, 'computed'),
    called: runRequest(port, path, 'called'),
    calledTenTimes: runRequest(port, path, 'calledTenTimes'),
  };
}

function runRequest(port: number, path: string, workflow: WorkflowName): LoadRequest {
  return {
    port,
    method: 'POST',
    path,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Ada Lovelace', amount: 42, calls: WORKFLOW_CALLS[workflow] }),
  };
}
