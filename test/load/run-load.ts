import { once } from 'node:events';
import { join } from 'node:path';
import { startProgram } from '@workflow/service-runtime';
import type { LoadOptions, LoadResult } from './load.ts';

/** Runs one load in a separate process, so that measuring and orchestrating do not share a thread. */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const child = await startProgram(process.execPath, [...process.execArgv, join(import.meta.dirname, 'main.ts')], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.send(options);
  const [result] = (await once(child, 'message', {
    signal: AbortSignal.timeout(((options.warmUpSeconds ?? 0) + options.seconds + 60) * 1000),
  })) as [LoadResult];
  return result;
}
