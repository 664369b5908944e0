import type { JsonSchema, ReferenceAnnotation } from '@workflow/component-kit';
import type { Component } from '@workflow/workflow-model';
import { findComponentType } from './component-types.ts';

/**
 * The properties of its config whose credential is yet to be chosen: required ones without a value, and any that are
 * empty texts. A property that may be left out, and is, needs none.
 */
export function unchosenCredentials(component: Pick<Component, 'type' | 'version' | 'config'>): string[] {
  const schema: JsonSchema = findComponentType(component)?.configSchema ?? {};
  const properties = (schema['properties'] ?? {}) as Record<string, JsonSchema>;
  const required = (schema['required'] ?? []) as readonly string[];
  return Object.entries(properties)
    .filter(([, property]) => (property['x-reference'] as ReferenceAnnotation | undefined)?.kind === 'credential')
    .map(([name]) => name)
    .filter((name) => {
      const value = component.config[name];
      return value === '' || (value === undefined && required.includes(name));
    });
}
