import type { Lab } from '@workflow/test-harness';
import { cpuSeconds, treeCpuSeconds } from '../process-usage.ts';

/** A process of an engine that is measured. */
export interface EngineProcess {
  name: string;
  pid: number;
  /** The port on which it listens. null if it listens on none. */
  port: number | null;
}

export const POSTGRES = 'PostgreSQL';

/** Returns the processes of a lab with one ingress and one executor. */
export function labProcesses(lab: Lab): EngineProcess[] {
  const [ingress, executor] = [lab.ingresses[0]!, lab.executors[0]!];
  return [
    { name: 'ingress', pid: ingress.pid, port: lab.ingressPorts[0]! },
    { name: 'executor', pid: executor.pid, port: null },
    { name: POSTGRES, pid: lab.postgres.pid, port: lab.postgres.port },
    ...(lab.redis === null ? [] : [{ name: 'Redis', pid: lab.redis.pid, port: lab.redis.port }]),
  ];
}

/** Returns the CPU seconds of a process since it started. PostgreSQL has a child for each connection. */
export function processCpuSeconds({ name, pid }: EngineProcess): number {
  return name === POSTGRES ? treeCpuSeconds(pid) : cpuSeconds(pid);
}
