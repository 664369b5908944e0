import type { Lab } from '@workflow/test-harness';

/** A process of an engine that is measured, with its children. */
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
