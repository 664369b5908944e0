import { findComponentType } from '@workflow/component-catalog';
import type { Component, JsonObject } from '@workflow/workflow-model';
import { unusedName } from './unused-name.ts';

/** A component of a type with the defaults of its config's schema, under an output name that is not used yet. */
export function newComponent(
  type: string,
  existing: readonly Component[],
  position: { x: number; y: number },
): Component {
  const descriptor = findComponentType(type);
  const component: Component = {
    id: crypto.randomUUID(),
    type,
    name: unusedName(descriptor?.title ?? type, new Set(existing.map((one) => one.name)), ' '),
    config: defaultsOf(descriptor?.configSchema ?? {}),
    position: { x: Math.round(position.x), y: Math.round(position.y) },
  };
  const output = OUTPUT_NAMES[type];
  if (output) component.output = unusedName(output, new Set(existing.map((one) => one.output)));
  return component;
}

/** Types that produce one named placeholder, with the suggested name. */
const OUTPUT_NAMES: Record<string, string> = {
  webhook: 'request',
  'json-parse': 'data',
  transform: 'result',
  'http-request': 'response',
  code: 'result',
  'run-workflow': 'run',
  'for-each': 'results',
};

export function producesNamedOutput(type: string): boolean {
  return type in OUTPUT_NAMES;
}

function defaultsOf(schema: { readonly [keyword: string]: unknown }): JsonObject {
  const properties = (schema['properties'] ?? {}) as Record<string, Record<string, unknown>>;
  const required = (schema['required'] ?? []) as string[];
  const defaults: JsonObject = {};
  for (const key of required) {
    const property = properties[key];
    if (property && 'default' in property) defaults[key] = structuredClone(property['default']) as JsonObject;
    else if (property?.['title'] === 'Cases') defaults[key] = [{ port: 'case 1', expression: '' }];
    else if (key === 'type') defaults[key] = 'JSON';
  }
  return defaults;
}
