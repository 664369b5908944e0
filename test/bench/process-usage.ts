import { readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import type { Lab } from '@workflow/test-harness';

const TICKS_PER_SECOND = 100;

/** Returns the CPU time of a process and its threads in seconds (Linux). */
export function cpuSeconds(pid: number): number {
  const [user, system] = statOf(pid).slice(11, 13).map(Number) as [number, number];
  return (user + system) / TICKS_PER_SECOND;
}

/** Returns the CPU time of a process and all its children, including those that ended. */
export function treeCpuSeconds(pid: number): number {
  const [userOfEnded, systemOfEnded] = statOf(pid).slice(13, 15).map(Number) as [number, number];
  let seconds = cpuSeconds(pid) + (userOfEnded + systemOfEnded) / TICKS_PER_SECOND;
  for (const child of childrenOf(pid)) {
    try {
      seconds += cpuSeconds(child);
    } catch {
      // The process has ended. The next reading counts it as an ended child.
    }
  }
  return seconds;
}

/** Returns the processes that a process has started and that have not ended. */
export function childrenOf(pid: number): number[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      return /^\d+$/.test(name) && Number(statOf(Number(name))[1]) === pid ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

/** Returns the fields of `/proc/<pid>/stat` from the state on. The name before it may contain spaces. */
function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** CPU seconds by process: all ingresses, all executors, Redis (0 without one), PostgreSQL. */
export interface LabCpu {
  ingress: number;
  executor: number;
  redis: number;
  postgres: number;
}

/** Returns the CPU seconds of a lab's processes since they started. */
export function readLabCpu(lab: Lab): LabCpu {
  const sum = (services: readonly { pid: number }[]): number =>
    services.reduce((total, { pid }) => total + cpuSeconds(pid), 0);
  return {
    ingress: sum(lab.ingresses),
    executor: sum(lab.executors),
    redis: lab.redis === null ? 0 : cpuSeconds(lab.redis.pid),
    postgres: treeCpuSeconds(lab.postgres.pid),
  };
}

/** Returns the CPU seconds per million items, for `count` items since the earlier reading. */
export function cpuPerMillion(lab: Lab, earlier: LabCpu, count: number): LabCpu {
  const now = readLabCpu(lab);
  const each = (name: keyof LabCpu): number => Math.round(((now[name] - earlier[name]) * 1e6) / count);
  return { ingress: each('ingress'), executor: each('executor'), redis: each('redis'), postgres: each('postgres') };
}

/** Returns the resident memory in MiB (Linux). */
export function residentMib(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** Returns the resident memory that no other process shares, in MiB (Linux). */
export function unsharedMib(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const [clean, dirty] = ['Clean', 'Dirty'].map((kind) =>
    Number(new RegExp(`Private_${kind}:\\s+(\\d+)`).exec(rollup)?.[1]),
  );
  return (clean! + dirty!) / 1024;
}

/** Returns the share of all cores that was idle since the earlier reading. */
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
