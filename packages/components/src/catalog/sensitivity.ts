import {
  addToList,
  hasSensitive,
  pointerKeys,
  type Component,
  type Definition,
  type Field,
} from '@workflow/workflow-model';
import { outputsOf } from './available-placeholders.ts';
import { findComponentType, typesGeneration } from './component-types.ts';
import { namesRead } from './expression-names.ts';

/** The source from which a component reads sensitive fields: JSON, or JSON text, of another component or a caller. */
export interface SensitiveSource {
  /** The keys within the placeholder; null if the text does not show the place, so that all of it is sensitive. */
  path: readonly string[] | null;
  /** The keys within the JSON of the object with the fields. */
  keys: readonly string[];
  fields: readonly Field[];
}

/** The sensitive data in the sessions of a definition. */
export interface Sensitivity {
  /** The declared fields of each placeholder that has a sensitive field. */
  fields: ReadonlyMap<string, readonly Field[]>;
  /** The sources of sensitive fields, by placeholder. */
  sources: ReadonlyMap<string, readonly SensitiveSource[]>;
}

/** Matches `{{ path }}` alone, which returns the value at the path unchanged. */
const PLAIN_PATH = /^\s*\{\{\s*([\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*)\s*\}\}\s*$/u;

/** Caches the result, because definitions never change and every session needs it. */
const cache = new WeakMap<Definition, { types: number; sensitivity: Sensitivity | null }>();

/** Returns the sensitive data of a definition, or null if it has no sensitive field. */
export function sensitivityOf(definition: Definition): Sensitivity | null {
  const before = cache.get(definition);
  const types = typesGeneration();
  if (before?.types === types) return before.sensitivity;
  const sensitivity = findSensitivity(definition.components);
  cache.set(definition, { types, sensitivity });
  return sensitivity;
}

function findSensitivity(components: readonly Component[]): Sensitivity | null {
  const fields = new Map<string, Field[]>();
  const sources = new Map<string, SensitiveSource[]>();
  for (const component of components) {
    const sensitive = outputsOf(component).filter(hasSensitive);
    for (const field of sensitive) addToList(fields, field.key, field);
    const json = sensitive.length > 0 ? jsonReadBy(component) : null;
    if (json === null) continue;
    const read = sensitive.flatMap((field) => field.fields ?? []);
    for (const [placeholder, path] of placesIn(json.text, component, components)) {
      addToList(sources, placeholder, { path, keys: json.keys, fields: read });
      addInputsOf(placeholder, read, components, sources);
    }
  }
  return fields.size === 0 ? null : { fields, sources };
}

/**
 * Returns the template of the JSON from which a component reads its fields, and the place in it. Returns null if it
 * reads none.
 */
function jsonReadBy(component: Component): { text: string; keys: string[] } | null {
  const { config } = component;
  const preview = findComponentType(component)?.preview;
  if (preview?.parsesJson !== true) return null;
  const text = config[preview.property];
  const pointer = preview.path === undefined ? '' : config[preview.path];
  return typeof text === 'string' ? { text, keys: typeof pointer === 'string' ? pointerKeys(pointer) : [] } : null;
}

function placesIn(
  text: string,
  component: Component,
  components: readonly Component[],
): [string, readonly string[] | null][] {
  const [, plain] = PLAIN_PATH.exec(text) ?? [];
  if (plain === undefined) return placeholdersReadBy(component, components).map((name) => [name, null]);
  const [name = '', ...path] = plain.split('.');
  return [[name, path]];
}

/** Marks the inputs of components without an effect as sensitive, because their output may be their input. */
function addInputsOf(
  placeholder: string,
  fields: readonly Field[],
  components: readonly Component[],
  sources: Map<string, SensitiveSource[]>,
): void {
  for (const producer of components) {
    const descriptor = findComponentType(producer);
    if (producer.output !== placeholder || descriptor === undefined) continue;
    if (descriptor.isTrigger || descriptor.hasEffect) continue;
    for (const name of placeholdersReadBy(producer, components)) {
      if (sources.get(name)?.some(({ path }) => path === null) === true) continue;
      addToList(sources, name, { path: null, keys: [], fields });
      addInputsOf(name, fields, components, sources);
    }
  }
}

function placeholdersReadBy(component: Component, components: readonly Component[]): string[] {
  const { names } = namesRead(component);
  const otherFields = components.filter((other) => other !== component).flatMap((other) => outputsOf(other));
  return [...new Set(otherFields.map(({ key }) => key))].filter((key) => names === null || names.has(key));
}
