import type { FailureCode, Json, JsonObject } from '@workflow/workflow-model';

/**
 * A session started by another one (`run-workflow`, `for-each`). It is unique by parent, run, component and iteration.
 */
export interface NewChild {
  id: string;
  /** Null for the workflow of its parent, in the definition that the parent runs. */
  workflowId: string | null;
  componentId: string;
  placeholderValues: JsonObject;
  /** The sensitive values of its parent; none if left out. */
  sensitive?: readonly Json[];
  iteration: number;
  /** The published version to run. undefined: the latest. A TEST session runs the draft. */
  version?: number | undefined;
}

/** Why none of the children may start, as the error of the step that starts them. */
export interface ChildRefusal {
  kind: 'refused';
  code: FailureCode;
  message: string;
}
