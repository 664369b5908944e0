import { createSandbox, type Sandbox } from '@workflow/sandbox';

/** One process that runs works, for the tests of a file. @param program of it; close it when they are over */
export function openDataProcesses(program: string): Sandbox {
  return createSandbox({ processes: 1, heapMegabytes: 128, maxQueued: 10, maxWaitMs: 60_000, entry: program });
}
