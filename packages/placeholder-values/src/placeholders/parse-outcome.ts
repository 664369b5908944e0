import type { Json } from '@workflow/workflow-model';

/** A normalized value, or the rule it breaks (`must be a number`), to follow its name in a message. */
export type ParseOutcome = { ok: true; value: Json } | { ok: false; problem: string };

export function refuse(problem: string): ParseOutcome {
  return { ok: false, problem };
}
