import type { FailureCode, Json, JsonObject, SessionError, SessionStatus } from '@workflow/workflow-model';

/** A session of another workflow that a component wants to start. */
export interface WantedChild {
  workflowId: string;
  componentId: string;
  placeholderValues: JsonObject;
  /** Tells the children of one step apart. */
  iteration: number;
}

/** A session that a component has started. */
export interface ChildState {
  sessionId: string;
  iteration: number;
  status: SessionStatus;
  /** Size of its output as JSON text; `readOutputs` reads it. */
  outputBytes: number;
  error: SessionError | null;
  /**
   * Size of the values that it was started with, which `readKept` reads; null for a child of this run, which was
   * started with what the component has now.
   */
  keptBytes: number | null;
}

/** What a child of an earlier run was started with. */
export type KeptChild = Omit<WantedChild, 'iteration'>;

export type StartOutcome =
  | { kind: 'started' }
  | { kind: 'fence-lost' }
  | { kind: 'refused'; code: FailureCode; message: string };

/** The sessions that a component starts. */
export interface Children {
  /** Children that are there already are left alone. */
  start(children: readonly WantedChild[]): Promise<StartOutcome>;
  /** Those of this run, and those of earlier runs that succeeded; by iteration. */
  read(): Promise<ChildState[]>;
  /** The outputs of some of them, by their sessions' ids, to be read once the step needs them. */
  readOutputs(children: readonly ChildState[]): Promise<Map<string, Json>>;
  /** What some of them were started with, a bounded part of them in memory at a time. */
  readKept(children: readonly ChildState[]): AsyncIterable<{ sessionId: string; kept: KeptChild }>;
  /** Cancels those under way, when the step fails while the session may go on. */
  cancel(): Promise<void>;
}
