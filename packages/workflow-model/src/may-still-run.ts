import type { WalkPlan } from './plan-walk.ts';

/**
 * Returns true if a component can still run, given the ports that others took: there is a path from the start on which
 * every port was taken or is undecided.
 */
export function mayStillRun(plan: WalkPlan, componentId: string, portsTaken: ReadonlyMap<string, string>): boolean {
  const wanted = plan.numberOf.get(componentId);
  if (wanted === undefined) return false;
  const reached = new Set([0]);
  for (const number of reached) {
    if (number === wanted) return true;
    const port = portsTaken.get(plan.componentIds[number] as string);
    for (const connection of plan.outgoing[number] ?? [])
      if (port === undefined || connection.port === port) reached.add(connection.to);
  }
  return false;
}
