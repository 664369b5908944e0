import type { Component, JsonObject } from '@workflow/workflow-model';
import { findComponentType } from '@workflow/components/descriptors';
import { quotedKey } from '../../ui/field-path.ts';
import { takenBy } from '../triggers/taken-by.ts';
import { REQUEST_BODY } from '../values/request-shape.ts';

/** The name of the placeholder with the request that a trigger received; null if it receives none. */
export function requestOf(component: Component | undefined): string | null {
  return component !== undefined && takenBy(component) === 'request' ? (component.output ?? null) : null;
}

/** Config that reads fields from the body of a request; null if the type reads none from JSON. */
export function configOfBody(type: string, request: string): JsonObject | null {
  const preview = findComponentType({ type })?.preview;
  if (preview?.parsesJson !== true || preview.path === undefined) return null;
  return { [preview.property]: `{{ ${quotedKey(request)} }}`, [preview.path]: REQUEST_BODY };
}

/** The trigger whose whole request the component reads; null if it reads something else. */
export function requestReadBy(component: Component, components: readonly Component[]): Component | null {
  const property = findComponentType(component)?.preview?.property;
  const [, name] = /^\s*\{\{\s*(\S+)\s*\}\}\s*$/.exec(String(component.config[property ?? ''] ?? '')) ?? [];
  return components.find((one) => name !== undefined && quotedKey(requestOf(one) ?? '') === name) ?? null;
}
