import type { Step } from './types.ts';

/** Returns true for a turn or a call within the step of an agent. */
export function isPart({ kind }: Pick<Step, 'kind'>): boolean {
  return kind !== undefined;
}
