import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive, isProgram } from './data-folder.ts';
import { freePort } from './free-port.ts';
import { postgresAccount } from './postgres/postgres-account.ts';
import { folderForAll, isTraversableByAll } from './postgres/postgres-binaries.ts';
import { clusterMajorVersion, clusterState, createCluster } from './postgres/postgres-cluster.ts';
import { spawnPostgres, startPostgres, type PostgresServer } from './postgres/postgres-server.ts';
import { StackError } from './stack-error.ts';

/** Of the embedded binaries; a cluster of another major version cannot be opened. */
const MAJOR_VERSION = 18;
const ORPHAN_STOPS_WITHIN_MS = 15_000;
const START_OVER = 'Start over with: pnpm start --reset';

/**
 * Where the cluster is: under the data folder, unless PostgreSQL's own account cannot get there (as root,
 * with a data folder below one that only root may enter).
 */
function clusterFolder(dataDir: string): { path: string; elsewhere: boolean } {
  if (!('uid' in postgresAccount()) || isTraversableByAll(dataDir))
    return { path: join(dataDir, 'postgres'), elsewhere: false };
  const name = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 12);
  return { path: join(folderForAll(), `data-${name}`), elsewhere: true };
}

export interface EmbeddedDatabaseOptions {
  dataDir: string;
  password: string;
  say: (text: string) => void;
  /** Each line of PostgreSQL's log. */
  onLog: (line: string) => void;
}

export interface EmbeddedDatabase {
  server: PostgresServer;
  /** Starts another server in its place, without waiting until it is ready. */
  start(): Promise<ChildProcess>;
}

/** Starts the embedded PostgreSQL, making its cluster at the first start. */
export async function startEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const { dataDir, password, say, onLog } = options;
  const { path, elsewhere } = clusterFolder(dataDir);
  if (elsewhere) say(`PostgreSQL does not run as root and cannot enter ${dataDir}: its data lies in ${path}`);
  await stopOrphan(path, say);
  const state = clusterState(path);
  if (state === 'half-written')
    throw new StackError(`${path} holds no complete PostgreSQL data: files are missing.`, START_OVER);
  if (state === 'missing') {
    say('making the database');
    createCluster(path, { password });
  }
  const version = clusterMajorVersion(path);
  if (version !== MAJOR_VERSION)
    throw new StackError(
      `${path} was made by PostgreSQL ${version}, and this is PostgreSQL ${MAJOR_VERSION}.`,
      START_OVER,
    );
  try {
    const postgres = { dataDir: path, port: await freePort(), password, onLog };
    return { server: await startPostgres(postgres), start: () => spawnPostgres(postgres) };
  } catch (error) {
    throw new StackError((error as Error).message, `If its data is damaged: ${START_OVER.toLowerCase()}`);
  }
}

/** Removes the cluster and what belongs to it. */
export async function removeEmbeddedDatabase(dataDir: string, say: (text: string) => void): Promise<void> {
  const { path } = clusterFolder(dataDir);
  if (!existsSync(path)) return;
  await stopOrphan(path, say);
  rmSync(path, { recursive: true, force: true });
}

/** A killed start leaves its PostgreSQL running, which has its own process group. */
async function stopOrphan(path: string, say: (text: string) => void): Promise<void> {
  const file = join(path, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
  if (!isProgram(pid, path)) {
    // The process is gone, or its number belongs to another program by now.
    rmSync(file, { force: true });
    return;
  }
  say(`stopping the PostgreSQL (process ${pid}) that an earlier start left behind`);
  process.kill(pid, 'SIGINT');
  const deadline = performance.now() + ORPHAN_STOPS_WITHIN_MS;
  while (isAlive(pid) && isProgram(pid, path)) {
    if (performance.now() > deadline)
      throw new StackError(
        `The PostgreSQL of an earlier start (process ${pid}) does not stop.`,
        `Stop it with: kill -QUIT ${pid}`,
      );
    await delay(50);
  }
}
