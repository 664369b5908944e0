import type { Session, Step } from '../api/types.ts';
import { isPart } from '../api/is-part.ts';

/** A TEST session followed on the canvas. */
export interface LiveRun {
  sessionId: string;
  session: Session | null;
  /** The latest step of each component; unchanged steps keep their objects. */
  lastSteps: ReadonlyMap<string, Step>;
}

/** The latest step of each component: the highest run, iteration and attempt. */
export function lastStepsOf(
  steps: readonly Step[],
  previous: ReadonlyMap<string, Step> = new Map(),
): ReadonlyMap<string, Step> {
  const last = new Map<string, Step>();
  for (const step of steps) {
    if (isPart(step)) continue;
    const known = last.get(step.componentId);
    if (!known || isLater(step, known)) last.set(step.componentId, step);
  }
  for (const [id, step] of last) {
    const before = previous.get(id);
    if (before && JSON.stringify(before) === JSON.stringify(step)) last.set(id, before);
  }
  return last;
}

function isLater(step: Step, than: Step): boolean {
  return (step.run - than.run || step.iteration - than.iteration || step.attempt - than.attempt) > 0;
}
