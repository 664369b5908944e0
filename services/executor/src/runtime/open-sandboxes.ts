import { createComponentPool, type ComponentPool } from '@workflow/component-packages/processes';
import { DATA_PROCESS_PROGRAM } from '@workflow/components/data-process-program';
import { PROGRAMS_ENTRY } from '@workflow/expressions';
import { createSandbox, type Sandbox } from '@workflow/sandbox';
import { createGuardedConnector } from '@workflow/outbound';
import type { Logger } from '@workflow/service-runtime';
import type { ExecutorConfig } from '../config.ts';

/** Opens the sandbox for programs and expressions. */
export function openSandbox({ sandbox }: Pick<ExecutorConfig, 'sandbox'>, logger: Logger): Sandbox {
  const onFailedStart = logFailedStart(logger, 'a sandbox process');
  return createSandbox({ ...sandbox, entry: PROGRAMS_ENTRY, onFailedStart });
}

/** Opens the processes for data jobs. Each starts when a component needs it. */
export function openDataProcesses(
  { sandbox, dataProcesses }: Pick<ExecutorConfig, 'sandbox' | 'dataProcesses'>,
  logger: Logger,
): Sandbox {
  const { maxQueued, maxWaitMs } = sandbox;
  const onFailedStart = logFailedStart(logger, 'a process for data');
  return createSandbox({
    maxQueued,
    maxWaitMs,
    ...dataProcesses,
    entry: DATA_PROCESS_PROGRAM,
    alwaysYield: true,
    onFailedStart,
  });
}

/** Opens the processes for components of packages. Each starts when a component needs it. */
export function openComponentPool({ http, components }: Pick<ExecutorConfig, 'http' | 'components'>): ComponentPool {
  return createComponentPool({
    processes: components.processes,
    maxMemoryBytes: components.maxMemoryBytes,
    maxQueued: components.maxQueued,
    maxWaitMs: components.maxWaitMs,
    network: { connector: createGuardedConnector(http), maxBytes: components.maxNetworkBytes },
  });
}

function logFailedStart(logger: Logger, process: string): (start: 'late' | 'ended', inARow: number) => void {
  return (start, inARow) => {
    const what = start === 'late' ? 'did not start in time' : 'ended instead of starting';
    logger.error({ inARow }, `${process} ${what}`);
  };
}
