import type { QuestionKind } from '@workflow/workflow-model';

/**
 * The `output` of a WAITING step: the condition that it waits for. The executor writes and reads it, and SQL reads it
 * by `waitingField`.
 */
export interface WaitingOutput {
  /** ISO-8601; null if it does not wait for a time. */
  until: string | null;
  /** True if its attempt has not begun yet. */
  backoff: boolean;
  /** The throttle whose turn it waits for. */
  throttle?: string;
  /** True if it also continues when a child ends. */
  children?: boolean;
  /** Set if it also continues when its question is answered. */
  answer?: QuestionKind;
}

/** SQL of a field of the output of a WAITING step, as text. `steps` is the name of the table in the statement. */
export function waitingField(steps: string, field: keyof WaitingOutput): string {
  return `${steps}.output->>'${field}'`;
}

/** SQL of a new output of a WAITING step, with a field replaced by the JSON of `value`. */
export function withWaitingField(steps: string, field: keyof WaitingOutput, value: string): string {
  return `jsonb_set(${steps}.output, '{${field}}', ${value})`;
}
