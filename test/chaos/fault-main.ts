// Runs one fault. The parent sends it as a message and receives the result. It ends with the parent.
import { abortedResult, faultSize, type Fault, type FaultResult } from './fault.ts';
import type { FaultTask } from './run-in-process.ts';

async function run({ faultsFile, name, size }: FaultTask): Promise<void> {
  const { FAULTS } = (await import(faultsFile)) as { FAULTS: Fault[] };
  const fault = FAULTS.find((one) => one.name === name)!;
  const uncaught = Promise.withResolvers<never>();
  process.on('uncaughtException', uncaught.reject);
  const result = await Promise.race([fault.run(faultSize(size)), uncaught.promise]).catch((error: unknown) =>
    abortedResult(fault, error),
  );
  process.send!(result satisfies FaultResult, () => process.exit(0));
}

process.once('message', (task: FaultTask) => void run(task));
process.once('disconnect', () => process.exit(1));
