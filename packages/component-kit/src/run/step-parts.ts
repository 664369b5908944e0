import type { Json, SessionError, StepPart } from '@workflow/workflow-model';

/** A part of the step that is committed separately, such as one turn of a conversation. */
export interface RecordedPart {
  /** The number that identifies the part within the step, from 1. */
  number: number;
  part: StepPart;
  /** The number of the attempt of this part, from 1. */
  attempt: number;
  status: 'RUNNING' | 'SUCCEEDED' | 'FAILED';
  input: Json;
  output: Json;
  error: SessionError | null;
  startedAt: Date;
  finishedAt: Date | null;
}

/** A part without its values. */
export type PartHead = Omit<RecordedPart, 'input' | 'output' | 'error'>;

/** A part without its values, and the bytes of its values as JSON. */
export type MeasuredPart = PartHead & { bytes: number };

/** The text of a turn, for readers of the session while the turn is running. They see sensitive values masked. */
export interface StreamedText {
  add(text: string): void;
  /** Resolves when readers can get the whole text. */
  end(): Promise<void>;
}

/** The parts of a step, which survive a crash of the executor between them. */
export interface StepParts {
  /** The bytes that a conversation of parts may have (AGENT_MAX_CONVERSATION_BYTES). */
  readonly maxConversationBytes: number;
  /**
   * Returns the parts by number and attempt, without their values: all attempts of this run, and of earlier runs the
   * succeeded turns, the calls that ended, and those that were sent and must not be sent again.
   */
  list(): Promise<MeasuredPart[]>;
  /** Returns the parts that have one of these numbers, with their values. */
  read(numbers: readonly number[]): Promise<RecordedPart[]>;
  /**
   * Commits parts. A part that ended no longer changes.
   * @returns the parts in the form in which a later attempt reads them
   * @throws if the session is over
   */
  record(parts: readonly RecordedPart[]): Promise<RecordedPart[]>;
  /** Begins the text of a turn. Readers are informed that earlier text of this turn is void. */
  stream(turn: number): StreamedText;
}
