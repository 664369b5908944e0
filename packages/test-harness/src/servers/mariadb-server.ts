import { spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@workflow/local-stack';
import { startProgram } from '@workflow/service-runtime';
import { waitFor } from '../wait-for.ts';
import { stopWithParent } from './stop-with-parent.ts';

/** MariaDB refuses to run as root. Debian's package creates this user. */
const USER = 'mysql';
const DATABASE = 'tests';
const PASSWORD = 'password-of-tests';

export interface TestMariadb {
  port: number;
  /** The only database. The user has all rights in it. */
  database: string;
  user: string;
  password: string;
  /** Runs statements as root. */
  execute(sql: string): void;
  stop(): Promise<void>;
}

/** Starts a separate MariaDB without durability. It ends with this process. */
export async function startMariadb(options: readonly string[] = []): Promise<TestMariadb> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'workflow-test-mariadb-'));
  chmodSync(folder, 0o755);
  const asRoot = process.getuid?.() === 0;
  if (asRoot) chownSync(folder, idOf('-u'), idOf('-g'));
  const user = asRoot ? [`--user=${USER}`] : [];
  const data = join(folder, 'data');
  const socket = join(folder, 'socket');
  const made = spawnSync(
    'mariadb-install-db',
    ['--no-defaults', ...user, `--datadir=${data}`, '--auth-root-authentication-method=normal', '--skip-test-db'],
    { encoding: 'utf8', cwd: folder },
  );
  if (made.status !== 0) throw new Error(`MariaDB could not make its data: ${made.stderr || made.stdout}`);
  const server: ChildProcess = await startProgram(
    'mariadbd',
    [
      '--no-defaults',
      ...user,
      `--datadir=${data}`,
      `--socket=${socket}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      '--innodb-flush-log-at-trx-commit=0',
      '--innodb-buffer-pool-size=32M',
      '--skip-name-resolve',
      ...options,
    ],
    { detached: true, stdio: 'ignore', cwd: folder },
  );
  const unwatch = await stopWithParent(server.pid!, folder);
  server.unref();
  await waitFor(() => isListening(port), { withinMs: 60_000, what: 'MariaDB' });
  const execute = (sql: string): void => {
    const run = spawnSync('mariadb', ['--no-defaults', `--socket=${socket}`, '--user=root'], {
      input: sql,
      encoding: 'utf8',
    });
    if (run.status !== 0) throw new Error(`MariaDB refused the test's own statement: ${run.stderr}`);
  };
  execute(`CREATE DATABASE ${DATABASE} CHARACTER SET utf8mb4;
    CREATE USER tester@'%' IDENTIFIED BY '${PASSWORD}';
    GRANT ALL ON ${DATABASE}.* TO tester@'%';`);
  return {
    port,
    database: DATABASE,
    user: 'tester',
    password: PASSWORD,
    execute,
    async stop() {
      const ended = once(server, 'exit');
      server.ref();
      server.kill('SIGKILL');
      await ended;
      await unwatch();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function idOf(option: '-u' | '-g'): number {
  return Number(spawnSync('id', [option, USER], { encoding: 'utf8' }).stdout);
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
