import { execFileSync } from 'node:child_process';
import { isAlive } from './data-folder.ts';

const CHECK_EVERY_MS = 1_000;
/** The processes between the terminal and this one: npx, pnpm and the shell that it runs scripts with. */
const LAUNCHER = /^(npm exec|npx|pnpm|sh -c)\b|\/(npx|npm|pnpm)(-cli)?(\.[cm]?js)?( |$)/;

/**
 * Calls `whenGone` when npx or pnpm, which started this process, have ended. A SIGTERM to one of them ends it without
 * reaching the processes that it started, and the stack would continue unnoticed.
 */
export function watchLaunchers(whenGone: () => void): void {
  const launchers = findLaunchers(process.ppid);
  if (launchers.length === 0) return;
  const timer = setInterval(() => {
    if (launchers.every(isAlive)) return;
    clearInterval(timer);
    whenGone();
  }, CHECK_EVERY_MS);
  timer.unref();
}

function findLaunchers(pid: number): number[] {
  const parent = describe(pid);
  return parent !== null && LAUNCHER.test(parent.command) ? [pid, ...findLaunchers(parent.ppid)] : [];
}

function describe(pid: number): { ppid: number; command: string } | null {
  try {
    const line = execFileSync('ps', ['-o', 'ppid=,args=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
    const [ppid, ...command] = line.split(/\s+/);
    return { ppid: Number(ppid), command: command.join(' ') };
  } catch {
    // There is no such process, or no `ps`. Then only signals can stop the stack.
    return null;
  }
}
