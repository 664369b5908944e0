import type { WalkPlan } from './plan-walk.ts';

/**
 * Whether a component may still run, by the ports that others are known to have taken: some way from the start leads
 * to it on which every port was taken or is not decided yet.
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
