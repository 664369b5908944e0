import { findComponentType, outputsOf } from '@workflow/components/descriptors';
import type { Component, JsonObject } from '@workflow/workflow-model';
import { nestPlaceholders } from '../placeholders/nest-placeholders.ts';

/**
 * Returns the item that one request adds to the placeholder `gathered`: the start component's own placeholders as a
 * plain object, or all sent values if the start component is not a trigger.
 * @param values as sent, with dotted names
 */
export function gatheredItem(start: Component, values: Readonly<JsonObject>): JsonObject {
  const nested = nestPlaceholders(values);
  if (findComponentType(start)?.isTrigger !== true) return nested;
  const own = new Set(outputsOf(start).map(({ key }) => key));
  return Object.fromEntries(Object.entries(nested).filter(([key]) => own.has(key)));
}
