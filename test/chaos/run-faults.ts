import type { EventEmitter } from 'node:events';
import { sayHowToHave, type OutsideProgram } from '@workflow/test-harness';
import { brokenOff, type Fault, type FaultResult, type FaultSize } from './fault.ts';

export interface RunOptions {
  size: FaultSize;
  isInstalled: (program: OutsideProgram) => boolean;
  say: (line: string) => void;
  /** What raises `uncaughtException`: the process. */
  events: EventEmitter;
}

export interface LeftOut {
  name: string;
  /** Programs that this machine lacks. */
  needs: OutsideProgram[];
}

/**
 * Runs faults one after the other. One that this machine cannot run is left out, which is said before the first one
 * begins. One that breaks off, be it by an error that nobody awaits, counts as missed, and the next one begins.
 */
export async function runFaults(
  faults: Fault[],
  { size, isInstalled, say, events }: RunOptions,
): Promise<{ results: FaultResult[]; leftOut: LeftOut[] }> {
  const needsOf = ({ needs = [] }: Fault): OutsideProgram[] => ['redis-server', ...needs];
  const missing = new Set(faults.flatMap(needsOf).filter((program) => !isInstalled(program)));
  const leftOut = faults
    .map((fault) => ({ name: fault.name, needs: needsOf(fault).filter((program) => missing.has(program)) }))
    .filter(({ needs }) => needs.length > 0);
  for (const program of missing) {
    const names = leftOut.filter(({ needs }) => needs.includes(program)).map(({ name }) => name);
    say(`LEFT OUT, since ${sayHowToHave(program)}: ${names.join('; ')}`);
  }
  const results: FaultResult[] = [];
  for (const fault of faults) {
    if (leftOut.some(({ name }) => name === fault.name)) continue;
    say(`${fault.name} …`);
    const result = await runOne(fault, size, events);
    const { passed, accepted, recoverySeconds, notes } = result;
    say(
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
    return brokenOff(fault, error);
  } finally {
    events.off('uncaughtException', uncaught.reject);
  }
}
