import { Lab, type LabOptions } from '@workflow/test-harness';
import type { Fault, FaultSize } from './fault.ts';
import { judge, type Verdict } from './judge.ts';
import { watchInvariants } from './watch-invariants.ts';

/** A fault with one lab, which is judged and stopped when the fault has ended. */
interface LabFault extends Omit<Fault, 'run'> {
  inject: (run: FaultRun) => Promise<Verdict>;
}

/** A run of a fault. `own` and `defer` work as in an `AsyncDisposableStack`: the last one is closed first. */
export interface FaultRun {
  size: FaultSize;
  /** Starts the lab of the fault, which records forbidden changes. */
  startLab: (options: LabOptions) => Promise<Lab>;
  /** Returns its argument, and closes it at the end of the fault. */
  own: <Opened extends { close: () => unknown }>(opened: Opened) => Opened;
  /** Calls a function at the end of the fault. */
  defer: (end: () => unknown) => void;
}

export function labFault({ inject, ...fault }: LabFault): Fault {
  return {
    ...fault,
    run: async (size) => {
      const ends: (() => unknown)[] = [];
      let lab = null as Lab | null;
      try {
        const verdict = await inject({
          size,
          startLab: async ({ prepareDatabase, ...options }) => {
            const started = await Lab.start({
              ...options,
              prepareDatabase: async (database) => {
                await watchInvariants(database);
                await prepareDatabase?.(database);
              },
            });
            ends.push(() => started.stop());
            lab = started;
            return started;
          },
          own: (opened) => {
            ends.push(() => opened.close());
            return opened;
          },
          defer: (end) => void ends.push(end),
        });
        return await judge(lab!, fault.name, verdict);
      } finally {
        for (const end of ends.toReversed()) await end();
      }
    },
  };
}

export type Queue = 'redis' | 'postgres';

interface QueueFault extends Omit<LabFault, 'name' | 'short' | 'inject'> {
  inject: (run: FaultRun, queue: Queue) => Promise<Verdict>;
  /** true: the fault with the queue on Redis belongs to the short form. 'both': both faults do. */
  short: boolean | 'both';
}

/** Returns a fault for each queue. */
export function onBothQueues(name: string, { inject, short, ...fault }: QueueFault): Fault[] {
  return (['redis', 'postgres'] as const).map((queue) =>
    labFault({
      ...fault,
      name: `${name}, queue ${queue}`,
      short: short === 'both' || (short && queue === 'redis'),
      inject: (run) => inject(run, queue),
    }),
  );
}
