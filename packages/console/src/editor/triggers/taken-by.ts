import type { Trigger } from '@workflow/component-kit';
import { findComponentType } from '@workflow/components/descriptors';
import type { Component } from '@workflow/workflow-model';

/** Returns the kind of input that starts a session at the component. It is values unless a trigger defines another. */
export function takenBy({ type, output }: Component): Trigger['takes'] {
  return (output === undefined ? undefined : findComponentType({ type })?.trigger?.takes) ?? 'placeholders';
}
