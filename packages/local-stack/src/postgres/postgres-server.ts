import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { postgresAccount } from './postgres-account.ts';
import { programEnvironment } from '../program-environment.ts';
import { findPostgresBinaries } from './postgres-binaries.ts';

export interface PostgresServerOptions {
  dataDir: string;
  port: number;
  /** The password that the cluster was created with, if any. */
  password?: string;
  /** Server settings, as in postgresql.conf. */
  settings?: Record<string, string | number>;
  onLog?: (line: string) => void;
  /** A server that is not ready after that is an error. */
  startTimeoutMs?: number;
}

export interface PostgresServer {
  readonly url: string;
  readonly process: ChildProcess;
  /** Ends open connections and shuts down ("fast"); kills after `withinMs`. */
  stop(withinMs?: number): Promise<void>;
}

/** A standby accepts read-only connections. */
const READY = /database system is ready to accept (read-only )?connections/;
const DEFAULT_START_TIMEOUT_MS = 60_000;
const DEFAULT_STOP_TIMEOUT_MS = 15_000;

/**
 * Starts a PostgreSQL server on a cluster from `createCluster`, and waits until it accepts connections.
 * It runs in its own process group: Ctrl-C in a terminal signals the whole foreground group, and the
 * database has to outlive the services that write to it.
 */
export async function startPostgres(options: PostgresServerOptions): Promise<PostgresServer> {
  const account = postgresAccount();
  const { home } = findPostgresBinaries('uid' in account);
  const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', ...options.settings };
  const server = spawn(
    join(home, 'bin', 'postgres'),
    [
      '-D',
      options.dataDir,
      '-p',
      String(options.port),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...account, cwd: '/', detached: true, stdio: ['ignore', 'ignore', 'pipe'], env: programEnvironment() },
  );
  await untilReady(server, options);
  const password = options.password === undefined ? '' : `:${options.password}`;
  return {
    url: `postgresql://postgres${password}@127.0.0.1:${options.port}/postgres`,
    process: server,
    stop: (withinMs = DEFAULT_STOP_TIMEOUT_MS) => stopServer(server, withinMs),
  };
}

async function untilReady(server: ChildProcess, options: PostgresServerOptions): Promise<void> {
  const lines: string[] = [];
  const ready = new Promise<void>((resolve, reject) => {
    createInterface({ input: server.stderr! }).on('line', (line) => {
      if (lines.length < 50) lines.push(line);
      options.onLog?.(line);
      if (READY.test(line)) resolve();
    });
    server.once('error', reject);
    server.once('exit', () =>
      reject(new Error(`PostgreSQL did not start on ${options.dataDir}:\n${lines.join('\n')}`)),
    );
  });
  const timeoutMs = options.startTimeoutMs ?? DEFAULT_START_TIMEOUT_MS;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`PostgreSQL was not ready after ${timeoutMs} ms:\n${lines.join('\n')}`)),
      timeoutMs,
    );
  });
  try {
    await Promise.race([ready, late]);
  } catch (error) {
    server.kill('SIGKILL');
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** SIGINT is PostgreSQL's "fast" shutdown: it does not wait for clients. */
async function stopServer(server: ChildProcess, withinMs: number): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exited = once(server, 'exit');
  server.kill('SIGINT');
  const timer = setTimeout(() => server.kill('SIGKILL'), withinMs);
  await exited;
  clearTimeout(timer);
}
