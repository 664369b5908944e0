import type { OutsideProgram } from '@workflow/test-harness';

/** The beginning of a note on a missed bar. */
export const MISSED = 'MISSED: ';

/** The result of one fault. A figure that does not apply is 0. */
export interface FaultResult {
  name: string;
  /** Number of 2xx answers. */
  accepted: number;
  /** Number of accepted sessions that had ended. */
  finished: number;
  /** Number of accepted sessions that have no row or have not ended. */
  lost: number;
  /** Number of sessions that ended more than once or changed after their end. */
  finishedTwice: number;
  committedStepsRerun: number;
  /** Number of rows that no loop of the services would ever touch again. */
  stranded: number;
  /** Seconds from the end of the last fault until every accepted session had ended, or as the fault defines it. */
  recoverySeconds: number;
  passed: boolean;
  /** The measurements of the fault's own targets. */
  notes: string[];
}

/** Powers of two, whose sums are exact. */
type Share = 0.125 | 0.25 | 0.5 | 1;

export interface Fault {
  name: string;
  /** true: belongs to the short form, which is one of the tests. */
  short: boolean;
  /** Programs that the fault needs in addition to `redis-server`, which all faults need. */
  needs?: readonly OutsideProgram[];
  /**
   * The share of the machine that the fault needs. Default: all of it. Faults whose shares are together at most 1 run
   * at the same time.
   */
  share?: Share;
  run(size: FaultSize): Promise<FaultResult>;
}

/** The amount of load and the number of injected faults. */
export interface FaultSize {
  long: boolean;
  /** Returns the count of the long or of the short form. */
  of(long: number, short: number): number;
  /** Replaces the number of sessions. */
  sessions?: number;
  /** Replaces the time for which a server is away. */
  seconds?: number;
  /** Replaces the random seed, to repeat the random choices of a fault that printed its seed. */
  seed?: number;
}

/** The options of `pnpm chaos` that change the size of faults. */
export interface SizeOptions {
  short: boolean;
  sessions?: number;
  seconds?: number;
  seed?: number;
}

export function faultSize({ short, ...replaced }: SizeOptions): FaultSize {
  return { long: !short, of: (inLong, inShort) => (short ? inShort : inLong), ...replaced };
}

/** A condition of one fault, with the measured value in its text. The fault fails if it is not met. */
export interface Bar {
  text: string;
  met: boolean;
}

/** Adds a bar of the fault, which is judged after the promises. */
export function addBar(result: FaultResult, bar: Bar): void {
  result.notes.push(noteOf(bar));
  result.passed &&= bar.met;
}

export function noteOf({ text, met }: Bar): string {
  return `${met ? '' : MISSED}${text}`;
}

/** Returns the result of a fault that ended with an error. It is no evidence for or against the promise. */
export function abortedResult({ name }: Fault, error: unknown): FaultResult {
  return {
    name,
    accepted: 0,
    finished: 0,
    lost: 0,
    finishedTwice: 0,
    committedStepsRerun: 0,
    stranded: 0,
    recoverySeconds: 0,
    passed: false,
    notes: [`${MISSED}broke off: ${String(error)}`],
  };
}
