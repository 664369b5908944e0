import { ancestors, enclosingComponents, GATHERED, graphOf } from '@workflow/workflow-model';
import type { Component, Definition, Field, Graph } from '@workflow/workflow-model';
import { findComponentType } from './component-types.ts';
import { ERROR_PORT } from '@workflow/component-kit';

/** The placeholder that components after an `error` port can read. */
export const ERROR_PLACEHOLDER = 'error';

const ERROR_FIELD: Field = {
  key: ERROR_PLACEHOLDER,
  type: 'OBJECT',
  fields: [
    { key: 'code', type: 'TEXT' },
    { key: 'message', type: 'TEXT' },
    { key: 'componentId', type: 'TEXT' },
  ],
};

/** The placeholder with the values of all gathered requests. */
const GATHERED_FIELD: Field = { key: GATHERED, type: 'JSON' };

/** Returns the placeholders that a component produces. An unknown type produces none. */
export function outputsOf(component: Component): Field[] {
  return findComponentType(component)?.outputs(component) ?? [];
}

/**
 * Returns the fields that callers send to start at a component: the declared fields of a trigger that takes
 * placeholders.
 */
export function startFieldsOf(component: Component | undefined): Field[] {
  const takes = component === undefined ? null : findComponentType(component)?.trigger?.takes;
  return component !== undefined && takes === 'placeholders' ? outputsOf(component) : [];
}

/**
 * Returns the placeholders available to a component (contract §2.2 rule 1): the outputs of all its ancestors; for a
 * trigger its own outputs, so that a caller can send them; after an `error` port also `error`; with gathered requests
 * also `gathered`; in a body what is available to the component that contains it, and the fields of the body. They are
 * in the order of the definition, those of bodies first, each key once. Empty if there is no such component.
 * @param outputs the outputs of a component, or the relevant part of them
 */
export function availablePlaceholders(
  definition: Definition,
  componentId: string,
  graph: Graph = graphOf(definition),
  outputs: (component: Component) => Field[] = outputsOf,
): Field[] {
  const component = definition.components.find((candidate) => candidate.id === componentId);
  if (component === undefined) return [];
  if (findComponentType(component)?.isTrigger) return uniqueByKey(outputs(component));
  const before = ancestors(graph, componentId);
  const enclosing = enclosingOf(definition, component);
  for (const { id } of enclosing) before.delete(id);
  const fields = [
    ...enclosing.flatMap(fieldsOfBody),
    ...definition.components.filter((candidate) => before.has(candidate.id)).flatMap(outputs),
  ];
  const behindError = [componentId, ...before, ...enclosing.map(({ id }) => id)].some((id) =>
    graph.incoming(id).some((connection) => connection.port === ERROR_PORT),
  );
  if (definition.flow?.gather?.deliver === 'all') fields.push(GATHERED_FIELD);
  return uniqueByKey(behindError ? [...fields, ERROR_FIELD] : fields);
}

function enclosingOf({ components }: Definition, component: Component): Component[] {
  if (component.within === undefined) return [];
  return enclosingComponents(new Map(components.map((one) => [one.id, one])), component);
}

/** Returns the placeholders that only the body of a component can read. */
export function fieldsOfBody(component: Component): Field[] {
  return findComponentType(component)?.body?.fields(component.config) ?? [];
}

function uniqueByKey(fields: Field[]): Field[] {
  const byKey = new Map<string, Field>();
  for (const field of fields) if (!byKey.has(field.key)) byKey.set(field.key, field);
  return [...byKey.values()];
}
