import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StackError } from './stack-error.ts';

/** A data folder that only this process uses. */
export interface DataFolder {
  path: string;
  release(): void;
}

const LOCK_FILE = 'start.pid';

/**
 * Opens the folder in which every start of this stack stores its data, and locks it for this process.
 * @throws StackError when another `pnpm start` uses it, or it cannot be written
 */
export function openDataFolder(path: string): DataFolder {
  const lock = join(path, LOCK_FILE);
  try {
    // PostgreSQL's account must be able to enter it. Secrets in it have stricter modes.
    mkdirSync(path, { recursive: true, mode: 0o755 });
    takeLock(lock, path);
  } catch (error) {
    if (error instanceof StackError) throw error;
    throw new StackError(
      `The data folder ${path} cannot be written: ${(error as Error).message}`,
      'Set DATA_DIR to a folder that you can write to.',
    );
  }
  return { path, release: () => rmSync(lock, { force: true }) };
}

function takeLock(lock: string, path: string): void {
  for (let attempt = 0; ; attempt += 1) {
    try {
      writeFileSync(lock, `${process.pid}\n`, { flag: 'wx' });
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt > 1) throw error;
    }
    const holder = Number.parseInt(readFileSync(lock, 'utf8'), 10);
    if (isProgram(holder, 'local-stack')) {
      throw new StackError(
        `Another "pnpm start" (process ${holder}) uses the data folder ${path}.`,
        'Stop it first, or set DATA_DIR and PORT to other values.',
      );
    }
    // Its process has ended: it was killed before it could remove the lock.
    rmSync(lock, { force: true });
  }
}

/**
 * Returns true when a process with this word in its command line is alive. The process id alone may belong to another
 * process now.
 */
export function isProgram(pid: number, word: string): boolean {
  if (!Number.isInteger(pid) || pid <= 1 || pid === process.pid) return false;
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).includes(word);
  } catch (error) {
    // Without `ps` (a minimal container), only the id can be checked.
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? isAlive(pid) : false;
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
