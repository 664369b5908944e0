import type { JsonSchema, ReferenceAnnotation } from '@workflow/component-kit';
import type { Component } from '@workflow/workflow-model';
import { findComponentType } from './component-types.ts';

/**
 * Returns the properties of a config whose credential is not chosen yet: required ones without a value, and empty
 * texts. An optional property without a value needs none.
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
