import type { Component, Connection, Definition, Json, JsonObject } from '@workflow/workflow-model';
import { findComponentType } from './component-types.ts';

/** A component in the form of the API and its clients: a loop is within the config. */
export type WrittenComponent = Omit<Component, 'within'> & { within?: never };

/** A definition in the form of the API and its clients. */
export type WrittenDefinition = Omit<Definition, 'components'> & { components: WrittenComponent[] };

/** The components and connections of a loop. */
export type Body = Pick<WrittenDefinition, 'components' | 'connections'>;

/** The value of the property in a component whose loop was moved out. */
const TAKEN_OUT = { components: [], connections: [] };

/**
 * Returns the name of the property with the component's loop, or null if it has none. Its config may be missing or
 * invalid.
 */
export function bodyPropertyOf({
  config,
  ...component
}: Pick<Component, 'type' | 'version'> & { config?: JsonObject | null }): string | null {
  if (typeof config !== 'object' || config === null) return null;
  const property = findComponentType(component)?.body?.property;
  return property !== undefined && Object.hasOwn(config, property) && isBody(config[property]) ? property : null;
}

function isBody(value: Json | undefined): boolean {
  return typeof value === 'object' && value !== null && 'components' in value && Array.isArray(value['components']);
}

/**
 * Returns the definition with the components and connections of all loops in its own lists, each component after the
 * one that contains it. The service stores and reads definitions in this form. `foldBodies` is the inverse.
 */
export function unfoldBodies(written: WrittenDefinition): Definition {
  if (written.components.every((component) => bodyPropertyOf(component) === null)) return written;
  const components: Component[] = [];
  const connections: Connection[] = [];
  const collect = (body: Body, within: string | undefined): void => {
    for (const component of body.components) {
      const property = bodyPropertyOf(component);
      const inner = property === null ? null : (component.config[property] as unknown as Body);
      const config = property === null ? component.config : { ...component.config, [property]: TAKEN_OUT };
      components.push({ ...component, config, ...(within !== undefined && { within }) });
      if (inner !== null) collect(inner, component.id);
    }
    connections.push(...(body.connections ?? []));
  };
  collect(written, undefined);
  return { ...written, components, connections };
}

/**
 * Returns the definition in the form of the API, with loops within configs. A connection is in the loop of the
 * component from which it leads. A component whose loop is missing is left out, with everything in it.
 */
export function foldBodies(definition: Definition): WrittenDefinition {
  const { components, connections } = definition;
  if (components.every(({ within }) => within === undefined)) return definition as WrittenDefinition;
  const bodies = Map.groupBy(components, ({ within }) => within);
  const bodyOf = new Map<string, string | undefined>();
  for (const { id, within } of components) if (!bodyOf.has(id)) bodyOf.set(id, within);
  const lines = Map.groupBy(connections, ({ from, to }) => bodyOf.get(bodyOf.has(from) ? from : to));
  const write = (id: string | undefined): Body => {
    const loops = bodies.get(id) ?? [];
    // A component is only in one loop, so that cycles end.
    bodies.delete(id);
    return { components: loops.map(withBody), connections: lines.get(id) ?? [] };
  };
  const withBody = ({ within: _within, ...component }: Component): WrittenComponent => {
    const property = bodyPropertyOf(component);
    if (property === null) return component;
    const body = write(component.id) as unknown as JsonObject;
    return { ...component, config: { ...component.config, [property]: body } };
  };
  return { ...definition, ...write(undefined) };
}
