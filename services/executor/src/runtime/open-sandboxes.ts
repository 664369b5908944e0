import { WORKS_PROGRAM } from '@workflow/components/works';
import { createSandbox, type Sandbox } from '@workflow/expressions';
import type { Logger } from '@workflow/service-runtime';
import type { ExecutorConfig } from '../config.ts';

/** For programs and expressions. */
export function openSandbox(config: ExecutorConfig, logger: Logger): Sandbox {
  return createSandbox({ ...config.sandbox, onFailedStart: logFailedStart(logger, 'a sandbox process') });
}

/** For works. Starts no process before a component needs one. */
export function openWorks({ sandbox, works }: ExecutorConfig, logger: Logger): Sandbox {
  const { maxQueued, maxWaitMs } = sandbox;
  const onFailedStart = logFailedStart(logger, 'a process for data');
  return createSandbox({ maxQueued, maxWaitMs, ...works, entry: WORKS_PROGRAM, onFailedStart });
}

function logFailedStart(logger: Logger, process: string): (start: 'late' | 'ended', inARow: number) => void {
  return (start, inARow) => {
    const what = start === 'late' ? 'did not start in time' : 'ended instead of starting';
    logger.error({ inARow }, `${process} ${what}`);
  };
}
