import { findComponentType } from '@workflow/components/descriptors';
import type { Component } from '@workflow/workflow-model';
import { unusedName } from './unused-name.ts';

/** A component of a type with the config that its type begins with, under an output name that is not used yet. */
export function newComponent(
  type: string,
  existing: readonly Component[],
  position: { x: number; y: number },
): Component {
  const descriptor = findComponentType({ type });
  const component: Component = {
    id: crypto.randomUUID(),
    type,
    name: unusedName(descriptor?.title ?? type, new Set(existing.map((one) => one.name)), ' '),
    config: descriptor?.newConfig() ?? {},
    position: { x: Math.round(position.x), y: Math.round(position.y) },
  };
  const output = descriptor?.outputName ?? null;
  if (output !== null) component.output = unusedName(output, new Set(existing.map((one) => one.output)));
  return component;
}
