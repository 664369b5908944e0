import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

const TICKS_PER_SECOND = 100;

/** CPU time that a process and its threads have used, in seconds (Linux). */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** Resident memory in MiB (Linux). */
export function residentMib(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** Share of all cores that did nothing since the earlier reading. */
export function idleShare(earlier: CpuReading): number {
  const now = readCpus();
  return (now.idle - earlier.idle) / (now.total - earlier.total);
}

export interface CpuReading {
  idle: number;
  total: number;
}

export function readCpus(): CpuReading {
  const times = cpus().map((cpu) => cpu.times);
  const idle = times.reduce((sum, time) => sum + time.idle, 0);
  return { idle, total: times.reduce((sum, time) => sum + time.idle + time.user + time.sys + time.nice + time.irq, 0) };
}
