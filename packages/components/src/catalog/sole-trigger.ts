import type { Component, Definition } from '@workflow/workflow-model';
import { findComponentType } from './component-types.ts';

/**
 * The trigger that a caller means who names none: the only one that is enabled, or the only one that takes
 * placeholders. null: there is none, or more than one.
 */
export function soleTrigger({ components }: Pick<Definition, 'components'>): Component | null {
  const triggers = components.filter(
    (component) => component.disabled !== true && findComponentType(component)?.isTrigger === true,
  );
  if (triggers.length === 1) return triggers[0] as Component;
  const called = triggers.filter((component) => findComponentType(component)?.trigger?.takes === 'placeholders');
  return called.length === 1 ? (called[0] as Component) : null;
}
