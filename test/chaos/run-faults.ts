import { describeInstallation, type OutsideProgram } from '@workflow/test-harness';
import { abortedResult, type Fault, type FaultResult } from './fault.ts';

export interface RunOptions {
  runFault: (fault: Fault) => Promise<FaultResult>;
  isInstalled: (program: OutsideProgram) => boolean;
  print: (line: string) => void;
}

export interface LeftOut {
  name: string;
  /** The programs that this machine lacks. */
  needs: OutsideProgram[];
}

/**
 * Runs faults, those with small shares of the machine at the same time. A fault begins as soon as its share is free, so
 * those that need the whole machine run last. A fault that this machine cannot run is skipped, which is reported before
 * the first one begins. A fault that ends with an error counts as missed, and the others go on.
 *
 * @returns the results in the order of the faults
 */
export async function runFaults(
  faults: Fault[],
  { runFault, isInstalled, print }: RunOptions,
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
  const able = faults.filter((fault) => !leftOut.some(({ name }) => name === fault.name));
  const results = new Map<Fault, FaultResult>();
  const waiting = [...able];
  let free = 1;

  async function run(fault: Fault): Promise<void> {
    print(`${fault.name} …`);
    const result = await runFault(fault).catch((error: unknown) => abortedResult(fault, error));
    const { passed, accepted, recoverySeconds, notes } = result;
    print(
      `${fault.name}: ${passed ? 'held' : 'not held'}; ` +
        `${accepted} accepted; recovered in ${recoverySeconds} s; ${notes.join('; ')}`,
    );
    results.set(fault, result);
  }

  /** Starts the waiting faults whose shares are free. Resolves when they, and those that fit after them, have ended. */
  async function startFitting(): Promise<void> {
    const started: Promise<void>[] = [];
    for (const fault of waiting.splice(0)) {
      const { share = 1 } = fault;
      if (share > free) waiting.push(fault);
      else {
        free -= share;
        started.push(runThenNext(fault, share));
      }
    }
    await Promise.all(started);
  }

  async function runThenNext(fault: Fault, share: number): Promise<void> {
    await run(fault);
    free += share;
    await startFitting();
  }

  await startFitting();
  return { results: able.map((fault) => results.get(fault)!), leftOut };
}
