import type { Json, SessionError, StepPart } from '@workflow/workflow-model';

/** A part of the step that is committed on its own, such as one turn of a conversation. */
export interface RecordedPart {
  /** The number that identifies the part within the step, from 1. */
  number: number;
  part: StepPart;
  /** The number of the try of this part, from 1. */
  attempt: number;
  status: 'RUNNING' | 'SUCCEEDED' | 'FAILED';
  input: Json;
  output: Json;
  error: SessionError | null;
  startedAt: Date;
  finishedAt: Date | null;
}

/** The parts of a step, which survive a crash of the executor between them. */
export interface StepParts {
  /**
   * Returns the parts by their number and try: all tries of this run, and of earlier runs the turns that succeeded and
   * the calls that ended.
   */
  read(): Promise<RecordedPart[]>;
  /** Commits parts. A part that ended is not changed any more. @throws when the session is over */
  record(parts: readonly RecordedPart[]): Promise<void>;
}
