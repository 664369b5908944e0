import type { Step } from '../../api/types.ts';
import { isPart } from '../../api/is-part.ts';

/** Identifies one try of one component in one run. */
export function stepKey(step: Step): string {
  return `${stepPlace(step)}.${step.attempt}`;
}

/** Identifies one step of one run, whatever its tries. */
export function stepPlace({ run, componentId, iteration }: Step): string {
  return `${run}.${componentId}.${iteration}`;
}

/** The key of a component's step that was started last; null when it has none. */
export function lastStepKey(steps: readonly Step[], componentId: string | null): string | null {
  const own = steps.filter((step) => step.componentId === componentId);
  const last = own.toSorted((left, right) => left.startedAt.localeCompare(right.startedAt)).at(-1);
  return last ? stepKey(last) : null;
}

/** The steps without the turns and calls of agents. */
export function wholeSteps(steps: readonly Step[]): Step[] {
  return steps.filter((step) => !isPart(step));
}
