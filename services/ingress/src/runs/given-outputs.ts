import {
  ERROR_PLACEHOLDER,
  findComponentType,
  outputsOf,
  sendablePlaceholders,
} from '@workflow/components/descriptors';
import { flattenPlaceholder } from '@workflow/validation';
import type { Component, Definition, Field, Json, JsonObject } from '@workflow/workflow-model';
import type { Startable } from './find-startable.ts';
import type { EarlierSession } from './read-earlier-session.ts';

/** An output that a TEST run uses for a component instead of running it. */
export interface Pin {
  component: Component;
  value: Json;
  port: string;
}

/**
 * Returns components that do not run and have no pin, whose outputs the start component, or a component after it, may
 * use.
 */
export function replaceableComponents(
  content: Definition,
  start: Startable['component'],
  running: ReadonlySet<string>,
  pins: readonly Pin[],
): string[] {
  const sendable = new Set(sendablePlaceholders(content, start.component.id).map(({ key }) => key));
  const pinned = new Set(pins.map(({ component }) => component.id));
  return content.components
    .filter((component) => !running.has(component.id) && !isTrigger(component) && !pinned.has(component.id))
    .filter((component) => outputsOf(component).some(({ key }) => sendable.has(key)))
    .map(({ id }) => id);
}

/**
 * Returns the placeholders that replace the outputs of components which do not run, by dotted keys. Those of an earlier
 * session are used if the start component, or a component after it, still uses them. Pins take precedence.
 */
export function givenOutputs(
  content: Definition,
  start: Startable['component'],
  running: ReadonlySet<string>,
  pins: readonly Pin[],
  earlier: EarlierSession | null,
): JsonObject {
  const sendable = new Map(sendablePlaceholders(content, start.component.id).map((field) => [field.key, field]));
  const notRun = content.components.filter((component) => !running.has(component.id) || isTrigger(component));
  const replacements: JsonObject = {};
  for (const [key, value] of Object.entries(earlier?.placeholderValues ?? {})) {
    if (start.checkPlaceholders({ [key]: value }).ok) replacements[key] = value;
  }
  for (const component of notRun) {
    const outputs = isTrigger(component) ? {} : outputsByKey(component, earlier?.outputs.get(component.id));
    replaceFitting(replacements, start, sendable, outputs);
  }
  if (earlier?.error !== undefined)
    replaceFitting(replacements, start, sendable, { [ERROR_PLACEHOLDER]: earlier.error });
  for (const { component, value } of pins) {
    if (!notRun.includes(component)) continue;
    const outputs = isTrigger(component) ? (value as JsonObject) : outputsByKey(component, value);
    for (const [field, output] of fieldsOf(sendable, outputs))
      replaceValue(replacements, field, flattenPlaceholder(field, output));
  }
  return replacements;
}

export function isTrigger(component: Component): boolean {
  return findComponentType(component)?.isTrigger === true;
}

function outputsByKey(component: Component, value: Json | undefined): JsonObject {
  const [field] = outputsOf(component);
  return field === undefined || value === undefined ? {} : { [field.key]: value };
}

function replaceFitting(
  replacements: JsonObject,
  start: Startable['component'],
  sendable: ReadonlyMap<string, Field>,
  outputs: JsonObject,
): void {
  for (const [field, output] of fieldsOf(sendable, outputs)) {
    const values = flattenPlaceholder(field, output);
    // The draft may have changed in the meantime. Invalid values are dropped.
    if (start.checkPlaceholders(values).ok) replaceValue(replacements, field, values);
  }
}

function fieldsOf(sendable: ReadonlyMap<string, Field>, outputs: JsonObject): [Field, Json][] {
  return Object.entries(outputs).flatMap(([key, value]): [Field, Json][] => {
    const field = sendable.get(key);
    return field === undefined ? [] : [[field, value]];
  });
}

function replaceValue(replacements: JsonObject, field: Field, values: JsonObject): void {
  for (const key of Object.keys(replacements)) {
    if (key === field.key || key.startsWith(`${field.key}.`)) Reflect.deleteProperty(replacements, key);
  }
  Object.assign(replacements, values);
}
