import { spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@workflow/local-stack';
import { startProgram } from '@workflow/service-runtime';
import { Client } from 'pg';
import { waitFor } from '../wait-for.ts';
import { stopWithParent } from './stop-with-parent.ts';

/** PgBouncer refuses to run as root. Debian's package and the PostgreSQL of the tests have this user. */
const USER = 'postgres';

/** Parameters that the services send when they connect. */
const TIMEOUTS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];

export interface TestPgBouncer {
  /** The address of the database of `url` through PgBouncer. */
  databaseUrl: string;
  kill(): Promise<void>;
  /** Starts PgBouncer again on the same port. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a PgBouncer in front of the PostgreSQL of `url`, with the settings of docs/installing.md. It has few
 * connections to the server, so that clients of a transaction pool share them.
 * @param poolSize number of connections to the server
 */
export async function startPgBouncer(
  url: string,
  mode: 'session' | 'transaction',
  poolSize = mode === 'session' ? 60 : 8,
): Promise<TestPgBouncer> {
  const server = new URL(url);
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'workflow-test-pgbouncer-'));
  const name = server.pathname.slice(1);
  const password = decodeURIComponent(server.password);
  const users = join(folder, 'users.txt');
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(users, `"${decodeURIComponent(server.username)}" "${password}"\n`);
  const lines = [
    '[databases]',
    `${name} = host=${server.hostname} port=${server.port || '5432'} dbname=${name}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = trust',
    `auth_file = ${users}`,
    `pool_mode = ${mode}`,
    `default_pool_size = ${poolSize}`,
    `ignore_startup_parameters = extra_float_digits,options,${TIMEOUTS.join(',')}`,
  ];
  writeFileSync(settings, lines.join('\n'));
  chmodSync(folder, 0o755);
  const asRoot = process.getuid?.() === 0;
  if (asRoot) for (const file of [folder, users, settings]) chownSync(file, idOf('-u'), idOf('-g'));
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String(port);
  let pooler: ChildProcess;
  let unwatch: () => Promise<void>;
  const start = async (): Promise<void> => {
    const options = [...(asRoot ? ['-u', USER] : []), settings];
    pooler = await startProgram('pgbouncer', options, { detached: true, stdio: 'ignore' });
    unwatch = await stopWithParent(pooler.pid!, folder);
    pooler.unref();
    await waitFor(() => answers(through.href), { withinMs: 10_000, what: 'PgBouncer' });
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (pooler.exitCode === null && pooler.signalCode === null) {
      const ended = once(pooler, 'exit');
      pooler.ref();
      pooler.kill(signal);
      await ended;
    }
    await unwatch();
  };
  await start();
  const stop = async (): Promise<void> => {
    await end('SIGINT');
    rmSync(folder, { recursive: true, force: true });
  };
  return { databaseUrl: through.href, start, kill: () => end('SIGKILL'), stop };
}

function idOf(option: '-u' | '-g'): number {
  return Number(spawnSync('id', [option, USER], { encoding: 'utf8' }).stdout);
}

async function answers(databaseUrl: string): Promise<boolean> {
  const client = new Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  await client.end();
  return true;
}
