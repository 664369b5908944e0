import { once } from 'node:events';
import { join } from 'node:path';
import { startProgram } from '@workflow/service-runtime';
import type { Fault, FaultResult, SizeOptions } from './fault.ts';

/** The message that starts a fault in its own process. */
export interface FaultTask {
  /** The module that exports the fault in `FAULTS`. */
  faultsFile: string;
  name: string;
  size: SizeOptions;
}

/**
 * Runs a fault in a separate process, so that an error that nobody handles ends this fault and no other. The servers
 * and services of the fault end with that process.
 *
 * @throws when the process ends without a result
 */
export async function runInProcess({ name }: Fault, faultsFile: string, size: SizeOptions): Promise<FaultResult> {
  const child = await startProgram(
    process.execPath,
    [...process.execArgv, join(import.meta.dirname, 'fault-main.ts')],
    {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  );
  let result: FaultResult | undefined;
  child.once('message', (message) => (result = message as FaultResult));
  const ended = once(child, 'exit');
  child.send({ faultsFile, name, size } satisfies FaultTask);
  const [code, signal] = (await ended) as [number | null, NodeJS.Signals | null];
  if (result === undefined) throw new Error(`its process ended with ${signal ?? code}`);
  return result;
}
