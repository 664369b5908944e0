import type { Component, Field } from '@workflow/workflow-model';

/** The argument that makes a repeated call safe, unless a placeholder of the workflow has this name. */
export const IDEMPOTENCY_KEY = 'idempotencyKey';

/** A published workflow as calls start it. */
export interface CalledWorkflow {
  workflowId: string;
  trigger: Component;
  /** The fields that a call may send. */
  fields: Field[];
}
