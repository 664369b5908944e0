import type { Definition, Field, Json, JsonObject } from '@workflow/workflow-model';
import { DOCS } from './generated/docs.ts';
import { EXAMPLES } from './generated/examples.ts';
import type { ComponentTypeName } from './types.ts';

/** A workflow that shows a component type, begun at its first component. */
export interface ComponentExample {
  /** Workflows that it starts, by the ids that it names them by. */
  workflows?: { id: string; name: string; definition: Definition }[];
  /** Credentials that it signs in with, by the ids that it names them by: whoever runs it makes them. */
  credentials?: { id: string; name: string; type: string }[];
  /** Tables that it uses. */
  tables?: { name: string; columns: Field[] }[];
  definition: Definition;
  placeholderValues: JsonObject;
  /** What a session of it gives. */
  output: Json;
}

/** The docs of a component type in Markdown; empty when there is no such type. */
export function docsOf(type: string): string {
  return Object.hasOwn(DOCS, type) ? DOCS[type as ComponentTypeName] : '';
}

export function exampleOf(name: ComponentTypeName): ComponentExample {
  return JSON.parse(EXAMPLES[name]) as ComponentExample;
}
