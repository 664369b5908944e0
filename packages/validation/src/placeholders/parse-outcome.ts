import type { Json } from '@workflow/workflow-model';

/** A normalized value, or what the value must be (`must be a number`), to stand behind its name. */
export type ParseOutcome = { ok: true; value: Json } | { ok: false; problem: string };

export function refuse(problem: string): ParseOutcome {
  return { ok: false, problem };
}
