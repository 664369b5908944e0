
/** What one fault did to the promise. A figure that does not apply is 0. */
export interface FaultResult {
  name: string;
  /** 2xx answers. */
  accepted: number;
  /** Of the accepted: terminal at the end. */
  finished: number;
  /** Of the accepted: without a row, or not terminal. */
  lost: number;
  /** Sessions that became terminal more than once, or changed after it. */
  finishedTwice: number;
  committedStepsRerun: number;
  /** From the end of the last fault until everything accepted was terminal, or as the fault says. */
  recoverySeconds: number;
  passed: boolean;
  /** What the fault's own bar looked at. */
  notes: string[];
}

export interface Fault {
  name: string;
  /** Part of the short form, which runs with the tests. */
  short: boolean;
  /** `scale` 1 is the long form; the short one divides the counts. */
  run(size: FaultSize): Promise<FaultResult>;
}

/** How much load and how many blows. */
export interface FaultSize {
  long: boolean;
  /** Picks the count of the long or of the short form. */
  of(long: number, short: number): number;
}

