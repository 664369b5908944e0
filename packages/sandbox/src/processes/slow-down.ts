import { setPriority } from 'node:os';

/**
 * Lowers the priority of a process permanently, because raising it again would need a privilege. @param niceness 1 to
 * 19
 */
export function slowDown(pid: number | undefined, niceness: number): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, niceness);
  } catch {
    // The process has just ended, or runs as a user whose processes this one may not change.
  }
}
