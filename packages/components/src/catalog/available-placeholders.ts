import { ancestors, GATHERED, graphOf } from '@workflow/workflow-model';
import type { Component, Definition, Field, Graph } from '@workflow/workflow-model';
import { findComponentType } from './component-types.ts';
import { ERROR_PORT } from '@workflow/component-kit';

/** The placeholder that a branch behind an `error` port has. */
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

/** The values of all requests that a session gathered. */
const GATHERED_FIELD: Field = { key: GATHERED, type: 'JSON' };

/** The placeholders that a component produces; none when its type is unknown. */
export function outputsOf(component: Component): Field[] {
  return findComponentType(component)?.outputs(component) ?? [];
}

/** What callers send to start at a component: of a trigger that takes placeholders, what it declares. */
export function startFieldsOf(component: Component | undefined): Field[] {
  const takes = component === undefined ? null : findComponentType(component)?.trigger?.takes;
  return component !== undefined && takes === 'placeholders' ? outputsOf(component) : [];
}

/**
 * The placeholders available to a component (contract §2.2 rule 1): what all its ancestors produce; for a trigger its
 * own outputs, so that a caller can stand in for it; behind an `error` port also `error`; where the workflow gathers
 * all requests also `gathered`. In the definition's order, each key once. Empty when there is no such component.
 *
 * @param outputs what a component produces, or the part of it that is asked for
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
  const fields = definition.components.filter((candidate) => before.has(candidate.id)).flatMap(outputs);
  const behindError = [componentId, ...before].some((id) =>
    graph.incoming(id).some((connection) => connection.port === ERROR_PORT),
  );
  if (definition.flow?.gather?.deliver === 'all') fields.push(GATHERED_FIELD);
  return uniqueByKey(behindError ? [...fields, ERROR_FIELD] : fields);
}

function uniqueByKey(fields: Field[]): Field[] {
  const byKey = new Map<string, Field>();
  for (const field of fields) if (!byKey.has(field.key)) byKey.set(field.key, field);
  return [...byKey.values()];
}
