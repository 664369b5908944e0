import { isJsonObject, pointerToken, type Json, type JsonObject, type ReferenceKind } from '@workflow/workflow-model';
import type { JsonSchema, ReferenceAnnotation } from './config-types.ts';

/** A template string, an expression or a program in a config. `pointer` is a JSON pointer within the config. */
export interface TemplateSite {
  pointer: string;
  kind: 'template' | 'expression';
  text: string;
  /** The names that an expression can read in addition to the placeholders. */
  names?: readonly string[];
  /** True if the cost of the expression must be bounded, because ingress evaluates it before a session exists. */
  bounded?: true;
  /** True if the expression reads names that exist only in a run, such as the arguments of a call. */
  freeNames?: true;
}

/** A field that refers to something outside of the component, with its name or id. */
export interface ConfigReference {
  kind: ReferenceKind;
  pointer: string;
  value: string;
  /** The text of the property that `of` names; null if there is no such property or text. */
  within: string | null;
  /** The credential types that the field accepts. */
  types?: readonly string[];
}

interface Program {
  pointer: string;
  source: string;
}

/** The templates, programs and references of a config, found by `x-control` and `x-reference` of the schema. */
export interface ConfigSites {
  templates: TemplateSite[];
  references: ConfigReference[];
  programs: Program[];
}

/** Reads a JSON value by a schema. The value may be invalid, because drafts may be. */
export function sitesOf(schema: JsonSchema, value: Json | undefined): ConfigSites {
  const sites: ConfigSites = { templates: [], references: [], programs: [] };
  collect({ schema, value, pointer: '', siblings: {} }, sites);
  return sites;
}

/** A value of a config with its schema and the object that contains it. */
interface Place {
  schema: JsonSchema;
  value: Json | undefined;
  pointer: string;
  siblings: JsonObject;
}

function collect({ schema: given, value, pointer, siblings }: Place, sites: ConfigSites): void {
  if (value === undefined || value === null) return;
  const schema = chosenSchema(given, value);
  const control = schema['x-control'];
  const reference = schema['x-reference'] as ReferenceAnnotation | undefined;
  if (reference !== undefined && typeof value === 'string')
    sites.references.push({
      kind: reference.kind,
      pointer,
      value,
      within: textIn(siblings, reference.of),
      ...(reference.types !== undefined && { types: reference.types }),
    });
  else if (control === 'template' || isFreeJson(schema)) collectTexts(value, pointer, sites);
  else if (control === 'expression') {
    const names = schema['x-names'] as readonly string[] | undefined;
    const bounded = schema['x-bounded'] === true;
    if (typeof value === 'string')
      sites.templates.push({
        pointer,
        kind: 'expression',
        text: value,
        ...(names !== undefined && { names }),
        ...(schema['x-free-names'] === true && { freeNames: true }),
        ...(bounded && { bounded }),
      });
  } else if (control === 'code') {
    if (typeof value === 'string') sites.programs.push({ pointer, source: value });
  } else if (control !== 'fields' && control !== 'computed')
    collectChildren({ schema, value, pointer, siblings }, sites);
}

/** Returns true for JSON of any form whose strings are templates. */
export function isFreeJson(schema: JsonSchema): boolean {
  return schema['x-control'] === 'json' && schema['properties'] === undefined && schema['items'] === undefined;
}

function textIn(holder: JsonObject, key: string | undefined): string | null {
  const value = key !== undefined && Object.hasOwn(holder, key) ? holder[key] : null;
  return typeof value === 'string' ? value : null;
}

function collectChildren({ schema, value, pointer, siblings }: Place, sites: ConfigSites): void {
  if (Array.isArray(value)) {
    const items = itemsOf(schema);
    if (items !== undefined)
      for (const [index, item] of value.entries())
        collect({ schema: items, value: item, pointer: `${pointer}/${index}`, siblings }, sites);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, property] of Object.entries(propertiesOf(schema)))
      if (Object.hasOwn(value, key))
        collect(
          { schema: property, value: value[key], pointer: `${pointer}/${pointerToken(key)}`, siblings: value },
          sites,
        );
  }
}

/**
 * Returns the schema of a value that may be an object, when `anyOf` allows other types as well. Returns null if no
 * alternative has properties.
 */
export function objectAmong({ anyOf, ...common }: JsonSchema): JsonSchema | null {
  const alternative = ((anyOf ?? []) as JsonSchema[]).find((one) => one['properties'] !== undefined);
  return alternative === undefined ? null : { ...common, ...alternative };
}

/**
 * Returns the alternative of `oneOf` that the discriminator of the value selects. Returns any other schema unchanged.
 */
export function chosenSchema(schema: JsonSchema, value: Json | undefined): JsonSchema {
  const object = isJsonObject(value) ? objectAmong(schema) : null;
  if (object !== null) return object;
  const choices = schema['oneOf'] as readonly JsonSchema[] | undefined;
  const { propertyName } = (schema['discriminator'] ?? {}) as { propertyName?: string };
  if (choices === undefined || propertyName === undefined || typeof value !== 'object' || value === null) return schema;
  const chosen = textIn(value as JsonObject, propertyName);
  return choices.find((choice) => tagOf(choice, propertyName) === chosen) ?? schema;
}

function tagOf(schema: JsonSchema, propertyName: string): string | undefined {
  return (propertiesOf(schema)[propertyName]?.['enum'] as readonly string[] | undefined)?.[0];
}

/** Returns the schema of a list's items, also if the list is one of several alternatives. */
function itemsOf(schema: JsonSchema): JsonSchema | undefined {
  const choices = (schema['anyOf'] ?? []) as JsonSchema[];
  return (schema['items'] ?? choices.find(({ items }) => items !== undefined)?.['items']) as JsonSchema | undefined;
}

/** Returns the schemas of an object's properties, or an empty object. */
export function propertiesOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  return (schema['properties'] ?? {}) as Record<string, JsonSchema>;
}

/** Collects every string in a JSON value as a template. Object keys are plain text. */
function collectTexts(value: Json, pointer: string, sites: ConfigSites): void {
  if (typeof value === 'string') sites.templates.push({ pointer, kind: 'template', text: value });
  if (typeof value !== 'object' || value === null) return;
  const entries: [string | number, Json][] = Array.isArray(value)
    ? value.map((item, index) => [index, item])
    : Object.entries(value);
  for (const [key, item] of entries) collectTexts(item, `${pointer}/${pointerToken(key)}`, sites);
}

/**
 * Returns the type of the texts in a property, which the value or default of another property of the same config
 * determines; undefined if `x-text-of` names none.
 */
export function textTypeIn(schema: JsonSchema, property: JsonSchema, config: JsonObject): Json | undefined {
  const named = property['x-text-of'];
  if (typeof named !== 'string') return undefined;
  return Object.hasOwn(config, named) ? config[named] : (propertiesOf(schema)[named]?.['default'] as Json | undefined);
}

/** Returns the schema of a property with the type of its texts in it, for code that reads it without the config. */
export function withTextType(schema: JsonSchema, property: JsonSchema, config: JsonObject): JsonSchema {
  const type = textTypeIn(schema, property, config);
  return type === undefined ? property : { ...property, 'x-text-type': type };
}
