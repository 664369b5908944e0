import type { Fault, FaultResult } from '../fault.ts';

export const HELD: Omit<FaultResult, 'name'> = {
  accepted: 1,
  finished: 1,
  lost: 0,
  finishedTwice: 0,
  committedStepsRerun: 0,
  stranded: 0,
  recoverySeconds: 0,
  passed: true,
  notes: [],
};

/** Faults that run at the same time and end in all ways. */
export const FAULTS: Fault[] = Object.entries<Fault['run']>({
  holds: async () => ({ ...HELD, name: 'holds' }),
  rejects: () => Promise.reject(new Error('no lab')),
  uncaught: () => {
    setTimeout(() => {
      throw new Error('spawn ENOENT');
    });
    return new Promise(() => undefined);
  },
  'ends its process': () => process.exit(7),
  'is short': async ({ of }) => ({ ...HELD, name: 'is short', passed: of(1, 2) === 2 }),
}).map(([name, run]) => ({ name, short: true, share: 0.25, run }));
