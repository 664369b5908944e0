import type { FailureCode, Json, JsonObject } from '@workflow/workflow-model';

/**
 * A session that another one starts (`run-workflow`, `for-each`). It is unique by parent, run, component and iteration.
 */
export interface NewChild {
  id: string;
  /** Null for the workflow and definition of its parent. */
  workflowId: string | null;
  componentId: string;
  placeholderValues: JsonObject;
  /** The sensitive values of its parent; none if left out. */
  sensitive?: readonly Json[];
  iteration: number;
  /** The published version to run; undefined for the latest. A TEST session runs the draft. */
  version?: number | undefined;
}

/** Why none of the children may start, as the error of the step that starts them. */
export interface ChildRefusal {
  kind: 'refused';
  code: FailureCode;
  message: string;
}
