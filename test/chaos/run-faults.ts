import type { EventEmitter } from 'node:events';
import { describeInstallation, type OutsideProgram } from '@workflow/test-harness';
import { abortedResult, type Fault, type FaultResult, type FaultSize } from './fault.ts';

export interface RunOptions {
  size: FaultSize;
  isInstalled: (program: OutsideProgram) => boolean;
  print: (line: string) => void;
  /** The emitter of `uncaughtException`: the process. */
  events: EventEmitter;
}

export interface LeftOut {
  name: string;
  /** The programs that this machine lacks. */
  needs: OutsideProgram[];
}

/**
 * Runs faults one after the other. A fault that this machine cannot run is skipped, which is reported before the first
 * one begins. A fault that ends with an error, even an unhandled one, counts as missed, and the next one begins.
 */
export async function runFaults(
  faults: Fault[],
  { size, isInstalled, print, events }: RunOptions,
): Promise<{ results: FaultResult[]; leftOut: LeftOut[] }> {
  const needsOf = ({ needs = [] }: Fault): OutsideProgram[] => ['redis-server', ...needs];
  const missing = new Set(faults.flatMap(needsOf).filter((program) => !isInstalled(program)));
  const leftOut = faults
    .map((fault) => ({ name: fault.name, needs: needsOf(fault).filter((program) => missing.has(program)) }))
    .filter(({ needs }) => needs.length > 0);
  for (const program of missing) {
    const names = leftOut.filter(({ needs }) => needs.includes(program)).map(({ name }) => name);
    print(`LEFT OUT, since ${describeInstallation(program)}: ${names.join('; ')}`);
  }
  const results: FaultResult[] = [];
  for (const fault of faults) {
    if (leftOut.some(({ name }) => name === fault.name)) continue;
    print(`${fault.name} …`);
    const result = await runOne(fault, size, events);
    const { passed, accepted, recoverySeconds, notes } = result;
    print(
      `  ${passed ? 'held' : 'not held'}: ${accepted} accepted; recovered in ${recoverySeconds} s; ${notes.join('; ')}`,
    );
    results.push(result);
  }
  return { results, leftOut };
}

async function runOne(fault: Fault, size: FaultSize, events: EventEmitter): Promise<FaultResult> {
  const uncaught = Promise.withResolvers<never>();
  events.on('uncaughtException', uncaught.reject);
  try {
    return await Promise.race([fault.run(size), uncaught.promise]);
  } catch (error) {
    return abortedResult(fault, error);
  } finally {
    events.off('uncaughtException', uncaught.reject);
  }
}
