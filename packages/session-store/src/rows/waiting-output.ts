import type { QuestionKind } from '@workflow/workflow-model';

/** The `output` of a WAITING step: what it waits for. The executor writes it and reads it, SQL by `waitingField`. */
export interface WaitingOutput {
  /** ISO-8601; null: not for a time. */
  until: string | null;
  /** Its try has not begun yet. */
  backoff: boolean;
  /** The throttle whose turn it waits for. */
  throttle?: string;
  /** It goes on when a child of it ends as well. */
  children?: boolean;
  /** It goes on when its question is answered as well. */
  answer?: QuestionKind;
}

/** SQL of a field of the output of a WAITING step, as text; `steps` is the name of the table in the statement. */
export function waitingField(steps: string, field: keyof WaitingOutput): string {
  return `${steps}.output->>'${field}'`;
}

/** SQL of a new output of a WAITING step, with a field replaced by the JSON of `value`. */
export function withWaitingField(steps: string, field: keyof WaitingOutput, value: string): string {
  return `jsonb_set(${steps}.output, '{${field}}', ${value})`;
}
