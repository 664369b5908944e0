import { GATHERED, graphOf, runningPart } from '@workflow/workflow-model';
import type { Component, Definition, Field, Graph } from '@workflow/workflow-model';
import { availablePlaceholders, ERROR_PLACEHOLDER, outputsOf } from './available-placeholders.ts';
import { ERROR_PORT } from '@workflow/component-kit';
import { namesRead } from './expression-names.ts';

/**
 * Returns the placeholders that can be sent when a run starts at a component. These are the placeholders available to
 * it (contract §2.2 rule 1), and placeholders whose producer will not run, such as the other branch of a join or a
 * disabled component, if a component that will run reads them, directly or through its inputs. They are in the order of
 * the definition, each key once. Empty if there is no such component.
 */
export function sendablePlaceholders(definition: Definition, componentId: string): Field[] {
  const graph = graphOf(definition);
  const sendable = new Map(availablePlaceholders(definition, componentId, graph).map((field) => [field.key, field]));
  const byId = new Map(definition.components.map((component) => [component.id, component]));
  const running = byId.has(componentId) ? runningPart(definition, componentId) : new Set<string>();
  const producers = producersOf(definition, running);
  const known = outputsByKey(definition);
  const open = [...running];
  const visited = new Set(open);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const component = byId.get(id);
    if (component === undefined) continue;
    for (const field of fieldsRead(component, definition, graph, { producers, known })) {
      const producer = producers.get(field.key);
      if (producer === undefined) continue;
      if (!sendable.has(field.key)) sendable.set(field.key, field);
      if (visited.has(producer)) continue;
      visited.add(producer);
      open.push(producer);
    }
  }
  // Callers cannot send `gathered`.
  sendable.delete(GATHERED);
  const position = new Map(definition.components.flatMap(outputsOf).map(({ key }, index) => [key, index]));
  const place = ({ key }: Field): number => position.get(key) ?? position.size;
  return [...sendable.values()].sort((a, b) => place(a) - place(b));
}

/** Returns the producer of each placeholder if it will not run. A failure produces `error`. */
function producersOf({ components, connections }: Definition, running: ReadonlySet<string>): Map<string, string> {
  const producers = new Map<string, string>();
  for (const component of components) {
    if (running.has(component.id)) continue;
    for (const { key } of outputsOf(component)) if (!producers.has(key)) producers.set(key, component.id);
  }
  const failing = connections.find(({ from, port }) => port === ERROR_PORT && !running.has(from));
  if (failing !== undefined) producers.set(ERROR_PLACEHOLDER, failing.from);
  return producers;
}

/** The outputs of each component, by key. */
type KnownOutputs = ReadonlyMap<Component, ReadonlyMap<string, Field>>;

function outputsByKey({ components }: Definition): KnownOutputs {
  return new Map(
    components.map((component) => {
      const fields = new Map<string, Field>();
      for (const field of outputsOf(component)) if (!fields.has(field.key)) fields.set(field.key, field);
      return [component, fields];
    }),
  );
}

/**
 * Returns the placeholders that the templates and expressions of a component name, limited to those whose producer will
 * not run. Searching only for these is faster, because many components read a few of many placeholders.
 */
function fieldsRead(
  component: Component,
  definition: Definition,
  graph: Graph,
  { producers, known }: { producers: ReadonlyMap<string, string>; known: KnownOutputs },
): Field[] {
  const { names } = namesRead(component);
  const wanted = names === null ? null : [...names].filter((name) => producers.has(name));
  if (wanted?.length === 0) return [];
  const outputs = (producer: Component): Field[] => {
    const fields = known.get(producer);
    return wanted === null ? [...(fields?.values() ?? [])] : wanted.flatMap((key) => fields?.get(key) ?? []);
  };
  const available = availablePlaceholders(definition, component.id, graph, outputs);
  return wanted === null ? available : available.filter(({ key }) => wanted.includes(key));
}
