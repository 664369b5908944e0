import { createSandbox, type Sandbox } from '@workflow/sandbox';

/** Opens one process that runs data jobs of a program, for the tests of a file. Close it after them. */
export function openDataProcesses(program: string): Sandbox {
  return createSandbox({ processes: 1, heapMegabytes: 128, maxQueued: 10, maxWaitMs: 60_000, entry: program });
}
