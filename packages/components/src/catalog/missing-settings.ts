import {
  graphOf,
  withoutDisabled,
  type Component,
  type Definition,
  type Graph,
  type JsonObject,
} from '@workflow/workflow-model';
import { findComponentType } from './component-types.ts';

/** A setting of a trigger that is disabled, although a component after the trigger has no effect without it. */
export interface MissingSetting {
  trigger: Component;
  property: string;
  /** The value that switches it on. */
  value: JsonObject;
  /** One of the components that need it. */
  neededBy: Component;
}

/**
 * Returns the settings that enabled components need of the triggers before them. Linear in the size of the definition.
 */
export function missingSettings(definition: Definition): MissingSetting[] {
  const components = definition.components.filter(({ disabled }) => disabled !== true);
  const needing = components.filter((component) => settingNeededBy(component) !== null);
  if (needing.length === 0) return [];
  const neededBy = leadingTo(needing, graphOf(withoutDisabled(definition)));
  return components.flatMap((trigger): MissingSetting[] => {
    const needer = neededBy.get(trigger.id);
    const setting = needer === undefined ? null : settingNeededBy(needer);
    if (needer === undefined || setting === null || !offers(trigger, setting.property)) return [];
    const { property, value } = setting;
    return trigger.config[property] === undefined ? [{ trigger, property, value, neededBy: needer }] : [];
  });
}

function settingNeededBy(component: Component) {
  return findComponentType(component)?.needsOfTrigger ?? null;
}

/** Maps each component that leads to one of these to the component from which it was found. */
function leadingTo(targets: readonly Component[], graph: Graph): ReadonlyMap<string, Component> {
  const foundFrom = new Map(targets.map((target) => [target.id, target]));
  // The loop appends to the map.
  for (const [id, target] of foundFrom)
    for (const { from } of graph.incoming(id)) if (!foundFrom.has(from)) foundFrom.set(from, target);
  return foundFrom;
}

function offers(trigger: Component, property: string): boolean {
  const descriptor = findComponentType(trigger);
  return descriptor?.isTrigger === true && property in ((descriptor.configSchema['properties'] ?? {}) as object);
}
