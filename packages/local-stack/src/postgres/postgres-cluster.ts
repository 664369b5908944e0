import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { postgresAccount } from './postgres-account.ts';
import { programEnvironment } from '../program-environment.ts';
import { findPostgresBinaries } from './postgres-binaries.ts';

export type ClusterState = 'missing' | 'ready' | 'half-written';

/** `ready` only when initdb came to its end: the folder gets its name after that. */
export function clusterState(dataDir: string): ClusterState {
  if (existsSync(join(dataDir, 'PG_VERSION')) && existsSync(join(dataDir, 'global', 'pg_control'))) return 'ready';
  return existsSync(dataDir) && readdirSync(dataDir).length > 0 ? 'half-written' : 'missing';
}

/** Makes a database cluster that is only reached over TCP from this machine. An interrupted run leaves no `dataDir`. */
export function createCluster(dataDir: string): void {
  const account = postgresAccount();
  const { home } = findPostgresBinaries('uid' in account);
  const unfinished = `${dataDir}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(dirname(dataDir), { recursive: true });
  mkdirSync(unfinished, { mode: 0o700 });
  if ('uid' in account) chownSync(unfinished, account.uid, account.gid);
  const { status, error, stderr } = spawnSync(
    join(home, 'bin', 'initdb'),
    // The server listens on the loopback address alone.
    ['--pgdata', unfinished, '--username', 'postgres', '--auth', 'trust', '--encoding', 'UTF8', '--locale', 'C', '--no-sync', '--no-instructions'],
    { ...account, encoding: 'utf8', cwd: '/', env: programEnvironment() },
  );
  if (status !== 0) throw new Error(`PostgreSQL could not make its data folder ${dataDir}: ${error?.message ?? stderr.trim()}`);
  renameSync(unfinished, dataDir);
}
