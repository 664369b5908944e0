import type { Component, Field } from '@workflow/workflow-model';

/** The argument that makes a repeated call safe, unless a placeholder of the workflow has this name. */
export const IDEMPOTENCY_KEY = 'idempotencyKey';

/** The argument with the time at which the session starts, in workflows that allow it. */
export const START_AT = 'startAt';

/** A published workflow that calls can start. */
export interface CalledWorkflow {
  workflowId: string;
  trigger: Component;
  /** The fields that a call may send. */
  fields: Field[];
  /** True if calls may send `startAt`. */
  allowsStartAt: boolean;
}
