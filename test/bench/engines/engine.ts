import type { LoadRequest } from '../../load/load.ts';
import { treeCpuSeconds } from '../process-usage.ts';
import type { EngineProcess } from '../stages/engine-process.ts';

/** The number of HTTP calls of each workflow that the engines are compared with. Each call is a step. */
export const WORKFLOW_CALLS = { computed: 0, called: 1, calledTenTimes: 10 } as const;
export type WorkflowName = keyof typeof WORKFLOW_CALLS;

/** `usual`: what the engine logs by default in production, to a file. `off`: errors at most. */
export const LOGS = ['usual', 'off'] as const;
export type Logs = (typeof LOGS)[number];

/** A durable engine that runs the benchmark's workflows. */
export interface Engine {
  /** Answers 200 with the output when the workflow has ended. */
  waiting: Readonly<Record<WorkflowName, LoadRequest>>;
  /** Answers with this status when the start of the workflow without calls is durable. */
  starting: { request: LoadRequest; status: number };
  /** The number of workflows that ended since the engine started. */
  endedCount(): Promise<number>;
  processes: readonly EngineProcess[];
  stop(): Promise<void>;
}

/** Returns the CPU seconds of all processes of an engine since they started. */
export function engineCpuSeconds({ processes }: Engine): number {
  return processes.reduce((sum, { pid }) => sum + treeCpuSeconds(pid), 0);
}

export interface EngineOptions {
  logs: Logs;
  /** The address that steps call. */
  stepUrl: string;
}
