import type { Component, Field, JsonObject } from '@workflow/workflow-model';

/**
 * A JSON Schema that is draft-07 (Ajv 8) and OpenAPI 3.0 at once: `nullable`, `enum` of one
 * instead of `const`, no type arrays, no `$ref`.
 */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

export type ComponentCategory = 'trigger' | 'data' | 'flow' | 'action';

/** A template string or an expression in a config. `pointer` is a JSON pointer within the config. */
export interface TemplateSite {
  pointer: string;
  kind: 'template' | 'expression';
  text: string;
}

/** A problem that a config's JSON Schema cannot express. `pointer` is a JSON pointer within the config. */
export interface ConfigProblem {
  pointer: string;
  message: string;
}

/**
 * Describes a component type. Functions with a config parameter must accept any JSON object: drafts may be invalid.
 */
export interface ComponentDescriptor {
  type: string;
  title: string;
  description: string;
  category: ComponentCategory;
  /** Schema of `config`; titles, descriptions, defaults and `x-control` hints are there for forms. */
  configSchema: JsonSchema;
  /** A trigger starts a workflow: it has no incoming connections, and callers send its outputs. */
  isTrigger: boolean;
  /** Whether others could notice that it ran twice; components without effects may safely run again. */
  hasEffect: boolean;
  /** Time-out of one try unless the component sets one; null: none. */
  defaultTimeoutSeconds: number | null;
  ports(config: JsonObject): string[];
  /** The placeholders that the component produces. */
  outputs(component: Component): Field[];
  /** Every template string and expression of the config. */
  templates(config: JsonObject): TemplateSite[];
  /** true: it may read any placeholder available to it, whatever its templates name. */
  readsAll?: boolean;
  /** Rules across fields, which the schema cannot express. */
  checkConfig?(config: JsonObject): ConfigProblem[];
}

/** Time-out of one try in seconds, unless the component or its type sets another. */
export const DEFAULT_TIMEOUT_SECONDS = 30;

/** The port that a failed step takes when it is connected. */
export const ERROR_PORT = 'error';
export const NEXT_PORT = 'next';
export const DEFAULT_PORT = 'default';

/** Ports of every type but `condition` and `switch`. */
export function nextAndErrorPorts(): string[] {
  return [NEXT_PORT, ERROR_PORT];
}

/** The placeholder `component.output` of the given type, or none if the component names none. */
export function namedOutput(component: Component, shape: Omit<Field, 'key'>): Field[] {
  return component.output === undefined || component.output === '' ? [] : [{ key: component.output, ...shape }];
}
