import { sessionGraphOf, withoutDisabled, type Component, type Definition } from '@workflow/workflow-model';
import { findComponentType } from './component-types.ts';

/**
 * Returns the triggers that answer with the output of the session, and after which no enabled component sets it.
 * Linear in the size of the definition.
 */
export function unansweredTriggers(definition: Definition): Component[] {
  const components = definition.components.filter(({ disabled }) => disabled !== true);
  const asking = components.filter((component) => findComponentType(component)?.trigger?.answersWithOutput === true);
  if (asking.length === 0) return [];
  const graph = sessionGraphOf(withoutDisabled(definition));
  const answering = components.filter((component) => findComponentType(component)?.setsSessionOutput === true);
  const leading = new Set(answering.map(({ id }) => id));
  // The loop appends to the set.
  for (const id of leading) for (const { from } of graph.incoming(id)) leading.add(from);
  return asking.filter(({ id }) => !leading.has(id));
}
