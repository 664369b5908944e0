import type { Definition } from './definition.ts';
import { graphOf, reachablePart, withoutDisabled } from './graph.ts';

/**
 * The plan of a walk from one start component, made once per definition and start component and shared by all its
 * sessions. Components are numbered; only the part that can be reached from the start is in it.
 */
export interface WalkPlan {
  readonly startComponentId: string;
  /** Components of the reachable part; the start is number 0, the rest in the definition's order. */
  readonly componentIds: readonly string[];
  readonly numberOf: ReadonlyMap<string, number>;
  /** By component number: its connections within the reachable part. */
  readonly outgoing: readonly (readonly PlannedConnection[])[];
  /** By component number: how many connections from within the reachable part lead to it. */
  readonly incomingCount: readonly number[];
}

export interface PlannedConnection {
  readonly port: string;
  readonly to: number;
}

/**
 * Plans the walk from a component. Connections that come from outside the reachable part are ignored, and so are those
 * that lead to the start itself: a session that starts in the middle of the graph does not wait for what never runs.
 * Connections to a disabled component are never taken.
 *
 * @throws RangeError when the definition has no such component.
 */
export function planWalk(definition: Definition, startComponentId: string): WalkPlan {
  const graph = graphOf(withoutDisabled(definition));
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

/** Whether a failure of the component is taken by a connected `error` port instead of failing the session. */
export function takesError(plan: WalkPlan, componentId: string): boolean {
  const number = plan.numberOf.get(componentId);
  return number !== undefined && (plan.outgoing[number]?.some((connection) => connection.port === 'error') ?? false);
}
