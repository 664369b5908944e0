import type { Trigger } from '@workflow/component-kit';
import { findComponentType } from '@workflow/components/descriptors';
import type { Component } from '@workflow/workflow-model';

/** What is sent when a session starts at the component: of all but triggers, and of one without an output, values. */
export function takenBy({ type, output }: Component): Trigger['takes'] {
  return (output === undefined ? undefined : findComponentType({ type })?.trigger?.takes) ?? 'placeholders';
}
