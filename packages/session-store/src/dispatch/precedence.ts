import { PRIORITIES } from '@workflow/workflow-model';

/** One in this many starts of a priority is reserved for lower priorities. */
const RESERVE_ONE_IN = 10;

/** A session of the backlog that may be enqueued. */
export interface Candidate {
  id: string;
  organizationId: string;
  workflowId: string;
  /** The stored priority: 0 is the highest. */
  priority: number;
}

/** The turns of one organization so far. */
export interface Turns {
  /** By priority: the starts since the last reserved one, counted while a lower priority also waited. */
  startsSinceReserved: number[];
  /** By priority: the workflow that was served last, or null. */
  lastWorkflow: (string | null)[];
}

export function newTurns(): Turns {
  return { startsSinceReserved: PRIORITIES.map(() => 0), lastWorkflow: PRIORITIES.map(() => null) };
}

/**
 * Chooses the sessions that one organization starts next (docs/decisions/0068): the highest waiting priority first, but
 * one start in ten is reserved for the priorities below it, recursively. The candidates of one priority are in the
 * order in which their workflows take turns.
 *
 * @param turns is updated
 */
export function chooseByPrecedence(candidates: readonly Candidate[], maxChosen: number, turns: Turns): Candidate[] {
  const waiting = PRIORITIES.map((_name, priority) => candidates.filter((each) => each.priority === priority));
  const next = PRIORITIES.map(() => 0);
  const isEmpty = (priority: number): boolean => (next[priority] as number) >= (waiting[priority] as []).length;
  const chosen: Candidate[] = [];
  while (chosen.length < Math.min(maxChosen, candidates.length)) {
    const priority = nextPriority(turns, isEmpty);
    const session = (waiting[priority] as Candidate[])[next[priority] as number] as Candidate;
    next[priority] = (next[priority] as number) + 1;
    turns.lastWorkflow[priority] = session.workflowId;
    chosen.push(session);
  }
  return chosen;
}

/** Returns the priority of the next start. At least one priority must not be empty. */
function nextPriority({ startsSinceReserved }: Turns, isEmpty: (priority: number) => boolean): number {
  const lowest = PRIORITIES.length - 1;
  const hasLower = (above: number): boolean =>
    PRIORITIES.some((_name, priority) => priority > above && !isEmpty(priority));
  for (let priority = 0; priority < lowest; priority += 1) {
    if (isEmpty(priority)) continue;
    if (!hasLower(priority)) return priority;
    const started = (startsSinceReserved[priority] as number) + 1;
    startsSinceReserved[priority] = started % RESERVE_ONE_IN;
    if (started < RESERVE_ONE_IN) return priority;
  }
  return lowest;
}
