import { beginningsOfBodies } from './bodies.ts';
import type { Connection, Definition } from './definition.ts';

/** The port of the connections that a graph has from a component to the beginnings of its loop. */
export const BODY_PORT = '(body)';

/** The connections of a definition by their ends. Connections to missing components are left out. */
export interface Graph {
  /** The component ids in the order of the definition. */
  ids: string[];
  incoming(componentId: string): readonly Connection[];
  /** Returns all outgoing connections, or those of one port. */
  outgoing(componentId: string, port?: string): readonly Connection[];
}

/**
 * Indexes a definition; linear in its size. The definition must not change while the graph is in use. A component leads
 * to the beginnings of its loop by `BODY_PORT`.
 */
export function graphOf(definition: Definition): Graph {
  const intoBodies = beginningsOfBodies(definition).map(({ within, id }) => ({
    from: within,
    port: BODY_PORT,
    to: id,
  }));
  return graphWith(definition, [...definition.connections, ...intoBodies]);
}

/** Indexes the connections that one session follows. They do not lead into loops, because each item is a session. */
export function sessionGraphOf(definition: Definition): Graph {
  return graphWith(definition, definition.connections);
}

function graphWith(definition: Definition, connections: readonly Connection[]): Graph {
  const incoming = new Map<string, Connection[]>();
  const outgoing = new Map<string, Connection[]>();
  for (const component of definition.components) {
    incoming.set(component.id, []);
    outgoing.set(component.id, []);
  }
  for (const connection of connections) {
    if (!incoming.has(connection.from) || !incoming.has(connection.to)) continue;
    incoming.get(connection.to)?.push(connection);
    outgoing.get(connection.from)?.push(connection);
  }
  return {
    ids: [...incoming.keys()],
    incoming: (componentId) => incoming.get(componentId) ?? [],
    outgoing(componentId, port) {
      const all = outgoing.get(componentId) ?? [];
      return port === undefined ? all : all.filter((connection) => connection.port === port);
    },
  };
}

/** Returns the definition without the connections that lead to a disabled component. */
export function withoutDisabled(definition: Definition): Definition {
  const disabled = new Set(definition.components.flatMap(({ id, disabled: isOff }) => (isOff === true ? [id] : [])));
  return disabled.size === 0
    ? definition
    : { ...definition, connections: definition.connections.filter(({ to }) => !disabled.has(to)) };
}

/** Returns the definition up to and including the component. Its loop remains. */
export function endingAt(definition: Definition, componentId: string): Definition {
  return { ...definition, connections: definition.connections.filter(({ from }) => from !== componentId) };
}

/** Returns the components that run if a session starts at a component, including those of loops. */
export function runningPart(definition: Definition, startComponentId: string): Set<string> {
  return reachablePart(graphOf(withoutDisabled(definition)), startComponentId);
}

/** Returns every component from which `componentId` can be reached, without itself. */
export function ancestors(graph: Graph, componentId: string): Set<string> {
  const found = collect(componentId, (id) => graph.incoming(id).map((connection) => connection.from));
  found.delete(componentId);
  return found;
}

/** Returns `startComponentId` and everything that can be reached from it. */
export function reachablePart(graph: Graph, startComponentId: string): Set<string> {
  return collect(startComponentId, (id) => graph.outgoing(id).map((connection) => connection.to));
}

function collect(start: string, neighbours: (id: string) => string[]): Set<string> {
  const found = new Set([start]);
  const open = [start];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const neighbour of neighbours(id)) {
      if (found.has(neighbour)) continue;
      found.add(neighbour);
      open.push(neighbour);
    }
  }
  return found;
}

/**
 * Returns the components so that every connection points forward, otherwise in the order of the definition. Returns
 * null if there is a cycle.
 */
export function topologicalOrder(graph: Graph): string[] | null {
  const missing = new Map(graph.ids.map((id) => [id, graph.incoming(id).length]));
  const order = graph.ids.filter((id) => missing.get(id) === 0);
  // The loop appends components to the list.
  for (const id of order) {
    for (const connection of graph.outgoing(id)) {
      const left = (missing.get(connection.to) ?? 0) - 1;
      missing.set(connection.to, left);
      if (left === 0) order.push(connection.to);
    }
  }
  return order.length === graph.ids.length ? order : null;
}

/** Returns the components of one cycle in the direction of the connections, or null. */
export function findCycle(graph: Graph): string[] | null {
  const finished = new Set<string>();
  for (const start of graph.ids) {
    const cycle = findCycleFrom(graph, start, finished);
    if (cycle) return cycle;
  }
  return null;
}

/** Searches depth first without recursion, so that a long chain cannot exhaust the stack. */
function findCycleFrom(graph: Graph, start: string, finished: Set<string>): string[] | null {
  const path = [{ id: start, next: 0 }];
  const onPath = new Set([start]);
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const to = finished.has(top.id) ? undefined : graph.outgoing(top.id)[top.next]?.to;
    top.next += 1;
    if (to === undefined) {
      finished.add(top.id);
      onPath.delete(top.id);
      path.pop();
    } else if (onPath.has(to)) {
      return path.slice(path.findIndex((entry) => entry.id === to)).map((entry) => entry.id);
    } else if (!finished.has(to)) {
      onPath.add(to);
      path.push({ id: to, next: 0 });
    }
  }
  return null;
}
