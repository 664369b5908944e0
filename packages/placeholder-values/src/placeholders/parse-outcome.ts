import type { Json } from '@workflow/workflow-model';

/** A normalized value, or the rule that it breaks (`must be a number`), which follows the value's name in a message. */
export type ParseOutcome = { ok: true; value: Json } | { ok: false; problem: string };

export function refuse(problem: string): ParseOutcome {
  return { ok: false, problem };
}
