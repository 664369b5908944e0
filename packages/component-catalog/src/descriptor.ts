import type { Component, Field, JsonObject } from '@workflow/workflow-model';

/** A JSON Schema that is draft-07 (Ajv 8) and OpenAPI 3.0 at once: no `const`, no type arrays, no `$ref`. */
export type JsonSchema = { readonly [keyword: string]: unknown };

export type ComponentCategory = 'trigger' | 'data' | 'flow' | 'action';

/** A template string or an expression in a config. `pointer` is a JSON pointer within the config. */
export interface TemplateSite {
  pointer: string;
  kind: 'template' | 'expression';
  text: string;
}

/** Something a config's JSON Schema cannot say. `pointer` is a JSON pointer within the config. */
export interface ConfigProblem {
  pointer: string;
  message: string;
}

/**
 * What a component type is. Functions that take a config must stand any JSON object: drafts may hold broken ones.
 */
export interface ComponentDescriptor {
  type: string;
  title: string;
  description: string;
  category: ComponentCategory;
  /** Schema of `config`; titles, descriptions, defaults and `x-control` hints are there for forms. */
  configSchema: JsonSchema;
  /** A trigger begins a workflow: nothing leads to it, and callers may send its own outputs. */
  isTrigger: boolean;
  /** Whether running it twice could be noticed outside; the others may run again harmlessly. */
  hasEffect: boolean;
  /** Time one try may take when the component does not say; null: no limit of its own. */
  defaultTimeoutSeconds: number | null;
  ports(config: JsonObject): string[];
  /** The placeholders that the component produces. */
  outputs(component: Component): Field[];
  /** Every template string and expression of the config. */
  templates(config: JsonObject): TemplateSite[];
  /** Rules across fields, which the schema cannot say. */
  checkConfig?(config: JsonObject): ConfigProblem[];
}

/** Seconds that one try may take unless the component or its type says otherwise. */
export const DEFAULT_TIMEOUT_SECONDS = 30;

/** The port that a failed step takes when it is connected. */
export const ERROR_PORT = 'error';
export const NEXT_PORT = 'next';
export const DEFAULT_PORT = 'default';

/** Ports of every type but `condition` and `switch`. */
export function nextAndErrorPorts(): string[] {
  return [NEXT_PORT, ERROR_PORT];
}

/** The one placeholder `component.output` of the given type, or none when the component names none. */
export function namedOutput(component: Component, shape: Omit<Field, 'key'>): Field[] {
  return component.output === undefined || component.output === '' ? [] : [{ key: component.output, ...shape }];
}
