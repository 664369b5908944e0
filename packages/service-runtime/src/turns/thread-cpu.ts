import { readFileSync } from 'node:fs';

/** The first figure is the CPU time of the main thread in nanoseconds (Documentation/scheduler/sched-stats.rst). */
const SCHEDSTAT = `/proc/self/task/${process.pid}/schedstat`;

/**
 * Returns the CPU time that the main thread of this process has used, in milliseconds. Call it from another thread.
 * Where Linux does not report it, this returns the time of all threads but the caller's.
 */
export function mainThreadCpuMs(): number {
  try {
    return Number(readFileSync(SCHEDSTAT, 'utf8').split(' ', 1)[0]) / 1_000_000;
  } catch {
    const [all, own] = [process.cpuUsage(), process.threadCpuUsage()];
    return (all.user + all.system - own.user - own.system) / 1_000;
  }
}
