import { findComponentType } from '@workflow/component-catalog';
import { findCycle } from '@workflow/workflow-model';
import type { Component, Connection, Definition, DefinitionProblem, Graph } from '@workflow/workflow-model';

/**
 * Rules of the graph: components and ports exist, no duplicates, no connection to a trigger, no cycle.
 */
export function checkConnections(definition: Definition, graph: Graph): DefinitionProblem[] {
  const byId = new Map(definition.components.map((component) => [component.id, component]));
  const seen = new Set<string>();
  const problems = definition.connections.flatMap((connection, index) => {
    const key = `${connection.from} ${connection.to} ${connection.port}`;
    const repeated = seen.has(key);
    seen.add(key);
    return checkConnection(connection, `/connections/${index}`, byId, repeated);
  });
  return [...problems, ...checkCycle(graph, byId)];
}

function checkConnection(
  connection: Connection,
  path: string,
  byId: ReadonlyMap<string, Component>,
  repeated: boolean,
): DefinitionProblem[] {
  const from = byId.get(connection.from);
  const to = byId.get(connection.to);
  const problems: DefinitionProblem[] = [];
  const add = (componentId: string | undefined, end: string, message: string) =>
    problems.push({ componentId: componentId ?? null, path: path + end, message });
  if (from === undefined) add(to?.id, '/from', `a connection comes from ${connection.from}, which does not exist`);
  if (to === undefined) add(from?.id, '/to', `a connection leads to ${connection.to}, which does not exist`);
  const ports = from === undefined ? undefined : findComponentType(from.type)?.ports(from.config);
  if (ports !== undefined && !ports.includes(connection.port)) {
    add(from?.id, '/port', `there is no port ${connection.port}; the ports are ${ports.join(', ')}`);
  }
  if (to !== undefined && findComponentType(to.type)?.isTrigger) add(to.id, '/to', 'nothing may lead to a trigger');
  if (repeated) add(from?.id, '', `the port ${connection.port} is connected twice to the same component`);
  return problems;
}

function checkCycle(graph: Graph, byId: ReadonlyMap<string, Component>): DefinitionProblem[] {
  const cycle = findCycle(graph);
  if (cycle === null) return [];
  const [first] = cycle as [string, ...string[]];
  const names = [...cycle, first].map((id) => byId.get(id)?.name || (byId.get(id)?.type ?? id));
  return [{ componentId: first, path: '', message: `the connections form a cycle: ${names.join(' → ')}` }];
}
