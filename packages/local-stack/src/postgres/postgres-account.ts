import { execFileSync } from 'node:child_process';

/** The ids that PostgreSQL's processes run under. It is empty when they run under the ids of this process. */
export type PostgresAccount = { uid: number; gid: number } | Record<string, never>;

/**
 * Returns the account for PostgreSQL, which refuses to run as root. As root (a container, a build machine) it runs
 * under the account `postgres`, which is created if it does not exist.
 */
export function postgresAccount(): PostgresAccount {
  if (process.getuid?.() !== 0) return {};
  return lookUp() ?? create();
}

function lookUp(): { uid: number; gid: number } | null {
  try {
    const read = (flag: string): number =>
      Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
    return { uid: read('-u'), gid: read('-g') };
  } catch {
    return null;
  }
}

function create(): { uid: number; gid: number } {
  const quiet = { stdio: 'ignore' } as const;
  try {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'], quiet);
  } catch {
    try {
      execFileSync('adduser', ['-S', '-D', '-H', 'postgres'], quiet);
    } catch {
      // Without the account the lookup below finds nothing.
    }
  }
  const account = lookUp();
  if (account === null)
    throw new Error(
      'PostgreSQL does not run as root, and could not create an account "postgres". Create one, start as another ' +
        'user, or set DATABASE_URL.',
    );
  return account;
}
