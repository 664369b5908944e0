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

/** The version of the embedded programs. They cannot open a cluster of another major version. */
const MAJOR_VERSION = 18;
const ORPHAN_STOPS_WITHIN_MS = 15_000;
const START_OVER = 'Start over with: pnpm start --reset';

/**
 * Returns the folder of the cluster. It is under the data folder, unless PostgreSQL's own account cannot enter that (as
 * root, when only root may enter a folder above).
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
  print: (text: string) => void;
  /** Receives each line of PostgreSQL's log. */
  onLog: (line: string) => void;
}

export interface EmbeddedDatabase {
  server: PostgresServer;
  /** Starts another server in its place, without waiting until it is ready. */
  start(): Promise<ChildProcess>;
}

/** Starts the embedded PostgreSQL. The first start creates its cluster. */
export async function startEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const { dataDir, password, print, onLog } = options;
  const { path, elsewhere } = clusterFolder(dataDir);
  if (elsewhere) print(`PostgreSQL does not run as root and cannot enter ${dataDir}, so its data is in ${path}`);
  await stopOrphan(path, print);
  const state = clusterState(path);
  if (state === 'half-written')
    throw new StackError(`The PostgreSQL data in ${path} is incomplete: files are missing.`, START_OVER);
  if (state === 'missing') {
    print('creating the database');
    createCluster(path, { password });
  }
  const version = clusterMajorVersion(path);
  if (version !== MAJOR_VERSION)
    throw new StackError(
      `${path} was created by PostgreSQL ${version}, and this is PostgreSQL ${MAJOR_VERSION}.`,
      START_OVER,
    );
  try {
    const postgres = { dataDir: path, port: await freePort(), password, onLog };
    return { server: await startPostgres(postgres), start: () => spawnPostgres(postgres) };
  } catch (error) {
    throw new StackError((error as Error).message, `If its data is damaged: ${START_OVER.toLowerCase()}`);
  }
}

/** Removes the cluster and the files that belong to it. */
export async function removeEmbeddedDatabase(dataDir: string, print: (text: string) => void): Promise<void> {
  const { path } = clusterFolder(dataDir);
  if (!existsSync(path)) return;
  await stopOrphan(path, print);
  rmSync(path, { recursive: true, force: true });
}

/** Stops the PostgreSQL that a killed start left running, because it has its own process group. */
async function stopOrphan(path: string, print: (text: string) => void): Promise<void> {
  const file = join(path, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
  if (!isProgram(pid, path)) {
    // The process has ended, or its number belongs to another program by now.
    rmSync(file, { force: true });
    return;
  }
  print(`stopping the PostgreSQL of an earlier start (process ${pid})`);
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
