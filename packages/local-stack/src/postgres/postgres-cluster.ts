import { spawnSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { postgresAccount } from './postgres-account.ts';
import { programEnvironment } from '../program-environment.ts';
import { findPostgresBinaries } from './postgres-binaries.ts';

export type ClusterState = 'missing' | 'ready' | 'half-written';

/** Returns `ready` only when initdb has finished, because the folder gets its name after that. */
export function clusterState(dataDir: string): ClusterState {
  if (existsSync(join(dataDir, 'PG_VERSION')) && existsSync(join(dataDir, 'global', 'pg_control'))) return 'ready';
  return existsSync(dataDir) && readdirSync(dataDir).length > 0 ? 'half-written' : 'missing';
}

export function clusterMajorVersion(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, 'PG_VERSION'), 'utf8'), 10);
}

/**
 * Makes a database cluster. An interrupted run leaves no `dataDir`.
 * @param options.password without one, everybody on this machine may connect: for tests
 * @param options.home the folder with `bin/initdb`; the default is the embedded PostgreSQL
 */
export function createCluster(dataDir: string, options: { password?: string; home?: string } = {}): void {
  const account = postgresAccount();
  const home = options.home ?? findPostgresBinaries('uid' in account).home;
  const unfinished = `${dataDir}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(dirname(dataDir), { recursive: true });
  mkdirSync(unfinished, { mode: 0o700 });
  if ('uid' in account) chownSync(unfinished, account.uid, account.gid);
  const passwordFile = `${unfinished}.password`;
  if (options.password !== undefined) {
    writeFileSync(passwordFile, `${options.password}\n`, { mode: 0o600 });
    if ('uid' in account) chownSync(passwordFile, account.uid, account.gid);
  }
  const authentication =
    options.password === undefined ? ['--auth', 'trust'] : ['--auth', 'scram-sha-256', '--pwfile', passwordFile];
  const { status, error, stderr } = spawnSync(
    join(home, 'bin', 'initdb'),
    [
      '--pgdata',
      unfinished,
      '--username',
      'postgres',
      ...authentication,
      '--encoding',
      'UTF8',
      '--locale',
      'C',
      '--no-sync',
      '--no-instructions',
    ],
    { ...account, encoding: 'utf8', cwd: '/', env: programEnvironment() },
  );
  rmSync(passwordFile, { force: true });
  if (status !== 0)
    throw new Error(`PostgreSQL could not create its data folder ${dataDir}: ${error?.message ?? stderr.trim()}`);
  renameSync(unfinished, dataDir);
}
