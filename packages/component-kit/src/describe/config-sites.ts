import type { Json } from '@workflow/workflow-model';
import type { JsonSchema } from './config-types.ts';

/** A template string, an expression or a program in a config. `pointer` is a JSON pointer within the config. */
export interface TemplateSite {
  pointer: string;
  kind: 'template' | 'expression';
  text: string;
}

/** What a config's field can refer to by name or id. */
const REFERENCE_KINDS = ['secret', 'workflow', 'component', 'credential', 'file'] as const;
export type ReferenceKind = (typeof REFERENCE_KINDS)[number];

/** A field that refers to something outside of the component, and the name or id in it. */
export interface ConfigReference {
  kind: ReferenceKind;
  pointer: string;
  value: string;
}

interface Program {
  pointer: string;
  source: string;
}

/** What the fields of a config are by the `x-control` of their schemas. */
export interface ConfigSites {
  templates: TemplateSite[];
  references: ConfigReference[];
  programs: Program[];
}

/** One reference token of a JSON pointer (RFC 6901). */
function pointerToken(key: string | number): string {
  return String(key).replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Reads any JSON value against a schema, however little it fits: drafts may be invalid. */
export function sitesOf(schema: JsonSchema, value: Json | undefined): ConfigSites {
  const sites: ConfigSites = { templates: [], references: [], programs: [] };
  collect(schema, value, '', sites);
  return sites;
}

function collect(schema: JsonSchema, value: Json | undefined, pointer: string, sites: ConfigSites): void {
  if (value === undefined || value === null) return;
  const control = schema['x-control'];
  if (control === 'template' || isFreeJson(schema)) collectTexts(value, pointer, sites);
  else if (control === 'expression') {
    if (typeof value === 'string') sites.templates.push({ pointer, kind: 'expression', text: value });
  } else if (control === 'code') {
    if (typeof value === 'string') sites.programs.push({ pointer, source: value });
  } else if (isReferenceKind(control)) {
    if (typeof value === 'string') sites.references.push({ kind: control, pointer, value });
  } else if (control !== 'fields') collectChildren(schema, value, pointer, sites);
}

/** JSON of the author's own form, whose strings are templates. */
export function isFreeJson(schema: JsonSchema): boolean {
  return schema['x-control'] === 'json' && schema['properties'] === undefined && schema['items'] === undefined;
}

function isReferenceKind(control: unknown): control is ReferenceKind {
  return (REFERENCE_KINDS as readonly unknown[]).includes(control);
}

function collectChildren(schema: JsonSchema, value: Json, pointer: string, sites: ConfigSites): void {
  if (Array.isArray(value)) {
    const items = schema['items'] as JsonSchema | undefined;
    if (items !== undefined)
      for (const [index, item] of value.entries()) collect(items, item, `${pointer}/${index}`, sites);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, property] of Object.entries(propertiesOf(schema)))
      if (Object.hasOwn(value, key)) collect(property, value[key], `${pointer}/${pointerToken(key)}`, sites);
  }
}

/** The schemas of an object's properties; none when it has none. */
export function propertiesOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  return (schema['properties'] ?? {}) as Record<string, JsonSchema>;
}

/** Every string in a JSON value, however deep, as a template. Object keys are plain text. */
function collectTexts(value: Json, pointer: string, sites: ConfigSites): void {
  if (typeof value === 'string') sites.templates.push({ pointer, kind: 'template', text: value });
  if (typeof value !== 'object' || value === null) return;
  const entries: [string | number, Json][] = Array.isArray(value)
    ? value.map((item, index) => [index, item])
    : Object.entries(value);
  for (const [key, item] of entries) collectTexts(item, `${pointer}/${pointerToken(key)}`, sites);
}
