import type { Definition, Field, Json, JsonObject } from '@workflow/workflow-model';
import { DOCS } from './generated/docs.ts';
import { EXAMPLES } from './generated/examples.ts';
import type { ComponentTypeName } from './types.ts';

/** A workflow that shows a component type. It starts at its first component. */
export interface ComponentExample {
  /** The workflows that it starts, with the ids in its config. */
  workflows?: { id: string; name: string; definition: Definition }[];
  /** The credentials that it uses, with the ids in its config. The caller creates them. */
  credentials?: { id: string; name: string; type: string }[];
  /** The tables that it uses. */
  tables?: { name: string; columns: Field[] }[];
  /** The apps that it uses, with the ids in its config. The caller adds them. */
  apps?: { id: string; name: string; kind: 'openapi'; document: string }[];
  definition: Definition;
  placeholderValues: JsonObject;
  /** The output of its session. */
  output: Json;
}

/** Returns the documentation of a component type in Markdown, or an empty text for an unknown type. */
export function docsOf(type: string): string {
  return Object.hasOwn(DOCS, type) ? DOCS[type as ComponentTypeName] : '';
}

export function exampleOf(name: ComponentTypeName): ComponentExample {
  return JSON.parse(EXAMPLES[name]) as ComponentExample;
}
