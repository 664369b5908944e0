import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startProgram } from '@workflow/service-runtime';
import { postgresAccount } from './postgres-account.ts';
import { programEnvironment } from '../program-environment.ts';
import { findPostgresBinaries } from './postgres-binaries.ts';

export interface PostgresServerOptions {
  dataDir: string;
  port: number;
  /** The folder with `bin/postgres`. The default is the embedded PostgreSQL. */
  home?: string;
  /** The password that the cluster was created with, if any. */
  password?: string;
  /** Server settings, as in postgresql.conf. */
  settings?: Record<string, string | number>;
  /** Variables in addition to those of every program. */
  env?: Record<string, string>;
  onLog?: (line: string) => void;
  /** A server that is not ready after this time is an error. */
  startTimeoutMs?: number;
}

export interface PostgresServer {
  readonly url: string;
  readonly process: ChildProcess;
  /** Ends open connections and shuts down ("fast"). Kills the server after `withinMs`. */
  stop(withinMs?: number): Promise<void>;
}

/** A standby accepts read-only connections. */
const READY = /database system is ready to accept (read-only )?connections/;
const DEFAULT_START_TIMEOUT_MS = 60_000;
const DEFAULT_STOP_TIMEOUT_MS = 15_000;

/** Returns true when this line of PostgreSQL's log reports that it accepts connections. */
export const isReadyLine = (line: string): boolean => READY.test(line);

/**
 * Starts a PostgreSQL server on a cluster from `createCluster`, and waits until it accepts connections.
 * @throws with its first lines when it ends first, or is not ready in time
 */
export async function startPostgres(options: PostgresServerOptions): Promise<PostgresServer> {
  const ready = Promise.withResolvers<void>();
  const lines: string[] = [];
  const server = await spawnPostgres({
    ...options,
    onLog: (line) => {
      if (lines.length < 50) lines.push(line);
      options.onLog?.(line);
      if (isReadyLine(line)) ready.resolve();
    },
  });
  server.once('exit', () =>
    ready.reject(new Error(`PostgreSQL did not start on ${options.dataDir}:\n${lines.join('\n')}`)),
  );
  const timeoutMs = options.startTimeoutMs ?? DEFAULT_START_TIMEOUT_MS;
  const timer = setTimeout(
    () => ready.reject(new Error(`PostgreSQL was not ready after ${timeoutMs} ms:\n${lines.join('\n')}`)),
    timeoutMs,
  );
  try {
    await ready.promise;
  } catch (error) {
    server.kill('SIGKILL');
    throw error;
  } finally {
    clearTimeout(timer);
  }
  const password = options.password === undefined ? '' : `:${options.password}`;
  return {
    url: `postgresql://postgres${password}@127.0.0.1:${options.port}/postgres`,
    process: server,
    stop: (withinMs = DEFAULT_STOP_TIMEOUT_MS) => stopServer(server, withinMs),
  };
}

/**
 * Starts the server without waiting until it is ready. It runs in its own process group, because Ctrl-C in a terminal
 * signals the whole foreground group, and the database must outlive the services that write to it.
 */
export async function spawnPostgres(options: PostgresServerOptions): Promise<ChildProcess> {
  const account = postgresAccount();
  const home = options.home ?? findPostgresBinaries('uid' in account).home;
  const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', ...options.settings };
  const server = await startProgram(
    join(home, 'bin', 'postgres'),
    [
      '-D',
      options.dataDir,
      '-p',
      String(options.port),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    {
      ...account,
      cwd: '/',
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...programEnvironment(), ...options.env },
    },
  );
  createInterface({ input: server.stderr! }).on('line', (line) => options.onLog?.(line));
  return server;
}

/** SIGINT is PostgreSQL's "fast" shutdown, which does not wait for clients. */
async function stopServer(server: ChildProcess, withinMs: number): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exited = once(server, 'exit');
  server.kill('SIGINT');
  const timer = setTimeout(() => server.kill('SIGKILL'), withinMs);
  await exited;
  clearTimeout(timer);
}
