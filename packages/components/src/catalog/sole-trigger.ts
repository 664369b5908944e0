import type { Component, Definition } from '@workflow/workflow-model';
import { findComponentType } from './component-types.ts';

/**
 * Returns the trigger for a caller who names none: the only enabled one, or the only one that takes placeholders.
 * Returns null if there is none, or more than one.
 */
export function soleTrigger({ components }: Pick<Definition, 'components'>): Component | null {
  const triggers = components.filter(
    (component) => component.disabled !== true && findComponentType(component)?.isTrigger === true,
  );
  if (triggers.length === 1) return triggers[0] as Component;
  const called = triggers.filter((component) => findComponentType(component)?.trigger?.takes === 'placeholders');
  return called.length === 1 ? (called[0] as Component) : null;
}
