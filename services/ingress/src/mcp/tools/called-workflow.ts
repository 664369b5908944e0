import type { JsonSchema } from '@workflow/component-kit';
import { MAX_DATE_TIME_LENGTH } from '@workflow/placeholder-values';
import type { Component, Field } from '@workflow/workflow-model';

/** The argument that makes a repeated call safe, unless a placeholder of the workflow has this name. */
export const IDEMPOTENCY_KEY = 'idempotencyKey';

/** The argument with the time at which the session starts, in workflows that allow it. */
export const START_AT = 'startAt';

/** The schemas of these two arguments. */
export const OWN_ARGUMENTS: Record<typeof IDEMPOTENCY_KEY | typeof START_AT, JsonSchema> = {
  [IDEMPOTENCY_KEY]: {
    type: 'string',
    minLength: 1,
    maxLength: 255,
    description: 'Calls with the same key and the same arguments within 24 hours run the workflow once.',
  },
  [START_AT]: {
    type: 'string',
    maxLength: MAX_DATE_TIME_LENGTH,
    description:
      'The time at which the workflow starts, such as 2026-12-01T08:00:00+01:00, at most 366 days ahead. The call ' +
      'returns immediately with the status running. Without it the workflow starts now.',
  },
};

/** A published workflow that calls can start. */
export interface CalledWorkflow {
  workflowId: string;
  trigger: Component;
  /** The fields that a call may send. */
  fields: Field[];
  /** True if calls may send `startAt`. */
  allowsStartAt: boolean;
}
