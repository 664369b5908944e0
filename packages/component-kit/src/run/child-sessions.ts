import type { FailureCode, Field, Json, JsonObject, SessionError, SessionStatus } from '@workflow/workflow-model';

/** A session that a component wants to start. */
export interface WantedChild {
  /** Null for the workflow and definition of the session itself. */
  workflowId: string | null;
  componentId: string;
  placeholderValues: JsonObject;
  /** The number that distinguishes the children of one step. */
  iteration: number;
  /** The published version to run; undefined for the latest. A TEST session always runs the draft. */
  version?: number | undefined;
}

/** A workflow that a component can start. */
export interface ChildTarget {
  workflowId: string;
  componentId: string;
  /** The published version; null in a TEST session, which runs the draft. */
  version: number | null;
  name: string;
  description: string;
  /** The placeholders of the component at which it starts. */
  fields: readonly Field[];
}

/** A session that a component has started. */
export interface ChildState {
  sessionId: string;
  iteration: number;
  status: SessionStatus;
  /** The size of its output as JSON text, which `readOutputs` reads. */
  outputBytes: number;
  error: SessionError | null;
  /**
   * The size of the values at its start, which `readStarts` reads; null for a child of this run, which has the current
   * values.
   */
  startBytes: number | null;
}

/** The target and the values with which a child of an earlier run was started. */
export type ChildStart = Omit<WantedChild, 'iteration' | 'version'>;

/** The component at which all items of a loop begin, and the values that they share. */
export type BodyStart = Pick<WantedChild, 'componentId' | 'placeholderValues'>;

export type StartOutcome =
  | { kind: 'started' }
  | { kind: 'fence-lost' }
  | { kind: 'refused'; code: FailureCode; message: string };

/** The ends of children of a session while its step runs. */
export interface ChildWatch {
  /**
   * Waits a short time for the end of a child on this executor. Resolves to true if one ended since the last call. If
   * not, the step waits as usual, because its slot is needed.
   */
  untilOneEnded(): Promise<boolean>;
  close(): void;
}

/** The sessions that a component starts. */
export interface Children {
  /**
   * Returns the component at which each item of the loop begins, and the placeholders that the loop may read.
   * @throws StepFailure CONFIG_INVALID if the loop does not begin with exactly one component
   */
  body(): BodyStart;
  /**
   * Describes workflows that can be started. Without `componentId`, the first trigger that accepts placeholders is
   * described.
   * @throws StepFailure if a workflow is missing or, in a PROD session, not published
   */
  describe(targets: readonly { workflowId: string; componentId?: string | undefined }[]): Promise<ChildTarget[]>;
  /** Returns the name of the workflow that the session runs. */
  workflowName(): Promise<string>;
  /** Starts the children that do not exist yet. */
  start(children: readonly WantedChild[]): Promise<StartOutcome>;
  /** Watches for ends of children that start from now on. */
  watch(): ChildWatch;
  /** Returns the children of this run, and those of earlier runs that succeeded, by iteration. */
  read(): Promise<ChildState[]>;
  /** Reads the outputs of some children when the step needs them. */
  readOutputs(children: readonly ChildState[]): Promise<Map<string, Json>>;
  /** Reads the values with which some children were started, a limited number of bytes at a time. */
  readStarts(children: readonly ChildState[]): AsyncIterable<{ sessionId: string; start: ChildStart }>;
  /** Cancels the running children. Use it if the step fails while the session may continue. */
  cancel(): Promise<void>;
}
