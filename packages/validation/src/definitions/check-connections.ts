import { findComponentType } from '@workflow/components/descriptors';
import {
  findCycle,
  wrong,
  type Component,
  type Connection,
  type Definition,
  type DefinitionProblem,
  type Graph,
  type Wrong,
} from '@workflow/workflow-model';

/** The maximum number of ports in a message. Definitions that can be published have no more. */
const MAX_NAMED_PORTS = 60;

/** The ports of a component, and their list for messages. */
interface Ports {
  all: ReadonlySet<string>;
  named: string;
}

type PortsOf = (component: Component) => Ports | undefined;

/**
 * Checks the rules of the graph: components and ports exist, and there are no duplicates, no connections to triggers
 * and no cycles. The index in a path is that of the connection in its body.
 */
export function checkConnections(definition: Definition, graph: Graph): DefinitionProblem[] {
  const byId = new Map(definition.components.map((component) => [component.id, component]));
  const seen = new Set<string>();
  const portsOf = portsByComponent();
  const indexes = new Map<string | undefined, number>();
  const problems = definition.connections.flatMap((connection) => {
    const body = (byId.get(connection.from) ?? byId.get(connection.to))?.within;
    const index = indexes.get(body) ?? 0;
    indexes.set(body, index + 1);
    const key = `${connection.from} ${connection.to} ${connection.port}`;
    const repeated = seen.has(key);
    seen.add(key);
    return checkConnection(connection, `/connections/${index}`, byId, portsOf, repeated);
  });
  return [...problems, ...checkCycle(graph, byId)];
}

function checkConnection(
  connection: Connection,
  path: string,
  byId: ReadonlyMap<string, Component>,
  portsOf: PortsOf,
  repeated: boolean,
): DefinitionProblem[] {
  const from = byId.get(connection.from);
  const to = byId.get(connection.to);
  const problems: DefinitionProblem[] = [];
  const add = (componentId: string | undefined, end: string, what: Wrong) =>
    problems.push({ componentId: componentId ?? null, path: path + end, ...what });
  const { port } = connection;
  if (from === undefined) add(to?.id, '/from', wrong('CONNECTION_FROM_UNKNOWN', { component: connection.from }));
  if (to === undefined) add(from?.id, '/to', wrong('CONNECTION_TO_UNKNOWN', { component: connection.to }));
  const ports = from === undefined ? undefined : portsOf(from);
  if (ports !== undefined && !ports.all.has(port))
    add(from?.id, '/port', wrong('PORT_UNKNOWN', { port, ports: ports.named }));
  if (to !== undefined && findComponentType(to)?.isTrigger) add(to.id, '/to', wrong('CONNECTION_TO_TRIGGER', {}));
  if (repeated) add(from?.id, '', wrong('CONNECTION_TWICE', { port }));
  return problems;
}

/**
 * Returns a function that reads the ports of each component once. A draft can have thousands of components, and
 * thousands of connections from each.
 */
function portsByComponent(): PortsOf {
  const known = new Map<Component, Ports | undefined>();
  return (component) => {
    if (!known.has(component)) {
      const ports = findComponentType(component)?.ports(component.config);
      known.set(component, ports && { all: new Set(ports), named: namesOf(ports) });
    }
    return known.get(component);
  };
}

function namesOf(ports: readonly string[]): string {
  const names = [...new Set(ports)];
  const more = names.length - MAX_NAMED_PORTS;
  return names.slice(0, MAX_NAMED_PORTS).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function checkCycle(graph: Graph, byId: ReadonlyMap<string, Component>): DefinitionProblem[] {
  const cycle = findCycle(graph);
  if (cycle === null) return [];
  const [first] = cycle as [string, ...string[]];
  const names = [...cycle, first].map((id) => byId.get(id)?.name || (byId.get(id)?.type ?? id));
  return [{ componentId: first, path: '', ...wrong('CYCLE', { components: names }) }];
}
