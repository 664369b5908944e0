import { findComponentType } from '@workflow/components/descriptors';
import type { ComponentDescriptor, JsonSchema } from '@workflow/component-kit';
import type { Component, JsonObject } from '@workflow/workflow-model';
import { OWN_TIME_ZONE } from '../values/iso-date-time.ts';
import { unusedName } from './unused-name.ts';

/** The name and config of a new component, instead of those that its type begins with. */
export interface GivenContent {
  name: string;
  config: JsonObject;
}

/** A component of a type with the config that its type begins with, under an output name that is not used yet. */
export function newComponent(
  type: string,
  existing: readonly Component[],
  position: { x: number; y: number },
  given?: GivenContent,
): Component {
  const descriptor = findComponentType({ type });
  const component: Component = {
    id: crypto.randomUUID(),
    type,
    name: unusedName(given?.name ?? descriptor?.title ?? type, new Set(existing.map((one) => one.name)), ' '),
    config: descriptor === undefined ? {} : { ...descriptor.newConfig(), ...ownTimeZone(descriptor), ...given?.config },
    position: { x: Math.round(position.x), y: Math.round(position.y) },
  };
  const output = descriptor?.outputName ?? null;
  if (output !== null) component.output = unusedName(output, new Set(existing.map((one) => one.output)));
  return component;
}

/** A wall clock is that of whoever adds the component. */
function ownTimeZone({ configSchema }: ComponentDescriptor): JsonObject {
  const properties = Object.entries(configSchema['properties'] as Record<string, JsonSchema>);
  const zones = properties.filter(([, property]) => property['x-control'] === 'time-zone');
  return Object.fromEntries(zones.map(([key]) => [key, OWN_TIME_ZONE]));
}
