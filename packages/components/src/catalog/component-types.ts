import type { ComponentDescriptor } from '@workflow/component-kit';
import type { KeptForTrigger } from '@workflow/workflow-model';
import { DESCRIPTORS } from '../generated/descriptors.ts';
import { COMPONENT_TYPE_NAMES, type ComponentTypeName } from '../types.ts';

/** Every component type, in the order a palette shows them. */
export const COMPONENT_TYPES: readonly ComponentDescriptor[] = COMPONENT_TYPE_NAMES.map((name) => DESCRIPTORS[name]);

/** The descriptor of a component type; undefined when there is none. */
export function findComponentType(type: string): ComponentDescriptor | undefined {
  return Object.hasOwn(DESCRIPTORS, type) ? DESCRIPTORS[type as ComponentTypeName] : undefined;
}

/** Whether components of the type output a received HTTP request as one JSON text. */
export function receivesRequests(type: string): boolean {
  return findComponentType(type)?.trigger?.takes === 'request';
}

/** Whether the service keeps it for components of the type. */
export function isKeptFor(type: string, kept: KeptForTrigger): boolean {
  return findComponentType(type)?.trigger?.keeps.includes(kept) === true;
}
