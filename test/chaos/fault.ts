import type { OutsideProgram } from '@workflow/test-harness';

/** How a note on a bar begins that was missed. */
export const MISSED = 'MISSED: ';

/** The result of one fault. A figure that does not apply is 0. */
export interface FaultResult {
  name: string;
  /** 2xx answers. */
  accepted: number;
  /** Accepted sessions that were terminal at the end. */
  finished: number;
  /** Accepted sessions without a row, or not terminal. */
  lost: number;
  /** Sessions that became terminal more than once, or changed after it. */
  finishedTwice: number;
  committedStepsRerun: number;
  /** From the end of the last fault until every accepted session was terminal, or as the fault defines it. */
  recoverySeconds: number;
  passed: boolean;
  /** What the fault's own targets measured. */
  notes: string[];
}

export interface Fault {
  name: string;
  /** Part of the short form, which is one of the tests. */
  short: boolean;
  /** Programs beyond `redis-server`, which all faults need. */
  needs?: readonly OutsideProgram[];
  /** `scale` 1 is the long form; the short one divides the counts. */
  run(size: FaultSize): Promise<FaultResult>;
}

/** How much load and how many injected faults. */
export interface FaultSize {
  long: boolean;
  /** Selects the count of the long or of the short form. */
  of(long: number, short: number): number;
  /** In place of the count of a fault that is scaled by its sessions. */
  sessions?: number;
  /** In place of a random one, to repeat the random choices of a fault that prints its seed. */
  seed?: number;
}

/** Adds a bar of the fault's own, which is judged after the promises. */
export function addBar(result: FaultResult, { text, met }: { text: string; met: boolean }): void {
  result.notes.push(`${met ? '' : MISSED}${text}`);
  result.passed &&= met;
}

/** The result of a fault that ended with an error, which says nothing of the promise. */
export function brokenOff({ name }: Fault, error: unknown): FaultResult {
  return {
    name,
    accepted: 0,
    finished: 0,
    lost: 0,
    finishedTwice: 0,
    committedStepsRerun: 0,
    recoverySeconds: 0,
    passed: false,
    notes: [`${MISSED}broke off: ${String(error)}`],
  };
}
