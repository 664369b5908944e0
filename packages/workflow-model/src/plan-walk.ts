import type { Definition } from './definition.ts';
import { reachablePart, sessionGraphOf, withoutDisabled } from './graph.ts';

/**
 * The plan of a walk from one start component. It is created once per definition and start component and shared by all
 * its sessions. Components are numbered. It contains only the part that can be reached from the start.
 */
export interface WalkPlan {
  readonly startComponentId: string;
  /** The components of the reachable part. The start is number 0, the others are in the order of the definition. */
  readonly componentIds: readonly string[];
  readonly numberOf: ReadonlyMap<string, number>;
  /** The connections within the reachable part, by component number. */
  readonly outgoing: readonly (readonly PlannedConnection[])[];
  /** The number of incoming connections from within the reachable part, by component number. */
  readonly incomingCount: readonly number[];
}

export interface PlannedConnection {
  readonly port: string;
  readonly to: number;
}

/**
 * Plans the walk from a component. Ignores connections from outside the reachable part and connections to the start: a
 * session that starts in the middle of the graph does not wait for components that never run. Connections to a disabled
 * component are never taken, and loops are not part of the plan.
 * @throws RangeError if the definition has no such component
 */
export function planWalk(definition: Definition, startComponentId: string): WalkPlan {
  const graph = sessionGraphOf(withoutDisabled(definition));
  if (!graph.ids.includes(startComponentId))
    throw new RangeError(`The definition has no component ${startComponentId}`);
  const reachable = reachablePart(graph, startComponentId);
  const others = graph.ids.filter((id) => id !== startComponentId && reachable.has(id));
  const componentIds = [startComponentId, ...others];
  const numberOf = new Map(componentIds.map((id, number) => [id, number]));
  const incomingCount = componentIds.map(() => 0);
  const outgoing = componentIds.map((id) => {
    const planned: PlannedConnection[] = [];
    for (const { port, to } of graph.outgoing(id)) {
      const number = numberOf.get(to);
      if (number === undefined || number === 0) continue;
      planned.push({ port, to: number });
      incomingCount[number] = (incomingCount[number] ?? 0) + 1;
    }
    return planned;
  });
  return { startComponentId, componentIds, numberOf, outgoing, incomingCount };
}

/** Returns true if a connected `error` port handles a failure of the component, so that the session does not fail. */
export function takesError(plan: WalkPlan, componentId: string): boolean {
  const number = plan.numberOf.get(componentId);
  return number !== undefined && (plan.outgoing[number]?.some((connection) => connection.port === 'error') ?? false);
}
