import { graphOf, topologicalOrder, type Component, type Connection } from '@workflow/workflow-model';

/**
 * The column of each component: one further than everything that leads to it, and components that nothing leads to next
 * to what follows it. In a graph with a cycle, connections count only in the order of the components.
 */
export function rankComponents(
  components: readonly Component[],
  connections: readonly Connection[],
): ReadonlyMap<string, number> {
  const graph = graphOf({ components: [...components], connections: [...connections] });
  const ranks = new Map<string, number>();
  for (const id of topologicalOrder(graph) ?? components.map((component) => component.id))
    ranks.set(id, 1 + Math.max(-1, ...graph.incoming(id).map(({ from }) => ranks.get(from) ?? -1)));
  for (const { id } of components) {
    const following = graph.outgoing(id).map(({ to }) => ranks.get(to) ?? 0);
    if (graph.incoming(id).length === 0 && following.length > 0) ranks.set(id, Math.max(0, Math.min(...following) - 1));
  }
  return ranks;
}
