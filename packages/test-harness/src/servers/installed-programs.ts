import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Programs that npm does not install, with instructions for Debian. */
const INSTALLATION = {
  'redis-server': 'apt-get install redis-server',
  'postgresql-15': 'apt-get install postgresql-15, which Debian 12 has',
  pgbouncer: 'apt-get install pgbouncer',
  faketime: 'apt-get install faketime',
  dovecot: 'apt-get install dovecot-imapd',
  iptables: 'apt-get install iptables, and only root may use it',
  mariadbd: 'apt-get install mariadb-server',
  go: 'apt-get install golang-go',
  javac: 'apt-get install default-jdk-headless',
  python3: 'apt-get install python3',
  'python3-swift': 'apt-get install python3-swift',
  tcpdump: 'apt-get install tcpdump',
  mount: 'only root may mount, and not in every container',
} as const;

export type OutsideProgram = keyof typeof INSTALLATION;

/** Python modules that a server needs. Debian's own interpreter has them. */
const PYTHON_MODULES: Partial<Record<OutsideProgram, string>> = { 'python3-swift': 'swift' };
export const DEBIAN_PYTHON = '/usr/bin/python3';

/** The folder of the oldest supported PostgreSQL in Debian's package. */
export const OLDEST_POSTGRES_HOME = '/usr/lib/postgresql/15';

export function isInstalled(program: OutsideProgram): boolean {
  if (program === 'postgresql-15') return existsSync(join(OLDEST_POSTGRES_HOME, 'bin/postgres'));
  if (program === 'mount') return mayMount();
  if (program === 'iptables') return spawnSync(program, ['-S', 'INPUT'], { stdio: 'ignore' }).status === 0;
  const module = PYTHON_MODULES[program];
  if (module !== undefined)
    return spawnSync(DEBIAN_PYTHON, ['-c', `import ${module}`], { stdio: 'ignore' }).status === 0;
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;
}

/** Returns true if this process may mount a filesystem in memory. */
function mayMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'workflow-test-mount-'));
  try {
    if (spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', folder], { stdio: 'ignore' }).status !== 0) return false;
    return spawnSync('umount', [folder], { stdio: 'ignore' }).status === 0;
  } finally {
    rmdirSync(folder);
  }
}

/** Returns a sentence that names the missing program and how to install it. */
export const describeInstallation = (program: OutsideProgram): string =>
  `${program} is not installed (${INSTALLATION[program]})`;
