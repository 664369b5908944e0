import { findComponentType, outputsOf } from '@workflow/components/descriptors';
import type { Component, JsonObject } from '@workflow/workflow-model';
import { nestPlaceholders } from '../placeholders/nest-placeholders.ts';

/**
 * The item that one request adds to the placeholder `gathered`: the start component's own placeholders as a plain
 * object, or all that were sent where the start component is no trigger.
 *
 * @param values as sent, their names dotted
 */
export function gatheredItem(start: Component, values: Readonly<JsonObject>): JsonObject {
  const nested = nestPlaceholders(values);
  if (findComponentType(start)?.isTrigger !== true) return nested;
  const own = new Set(outputsOf(start).map(({ key }) => key));
  return Object.fromEntries(Object.entries(nested).filter(([key]) => own.has(key)));
}
