import dagre from '@dagrejs/dagre';
import type { Definition } from '@workflow/workflow-model';

export const CARD_WIDTH = 220;
export const CARD_HEIGHT = 72;

/** Positions from left to right along the connections. */
export function layOut({ components, connections }: Definition): Map<string, { x: number; y: number }> {
  const graph = new dagre.graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'LR', nodesep: 36, ranksep: 84 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id } of components) graph.setNode(id, { width: CARD_WIDTH, height: CARD_HEIGHT });
  for (const { from, port, to } of connections) graph.setEdge(from, to, {}, port);
  dagre.layout(graph);
  return new Map(
    components.map(({ id }) => {
      const { x, y } = graph.node(id);
      return [id, { x: Math.round(x - CARD_WIDTH / 2), y: Math.round(y - CARD_HEIGHT / 2) }];
    }),
  );
}
