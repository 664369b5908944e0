import type { Flow } from './flow.ts';
import type { Wrong } from './problem-codes.ts';

/** Any value that JSON can hold. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export interface JsonObject {
  [key: string]: Json;
}

/** Types of placeholders; `JSON` is any JSON value, and `FILE` names a stored file. */
export const PLACEHOLDER_TYPES = ['TEXT', 'NUMBER', 'BOOLEAN', 'DATE_TIME', 'LIST', 'OBJECT', 'JSON', 'FILE'] as const;
export type PlaceholderType = (typeof PLACEHOLDER_TYPES)[number];

/** Types of a LIST's items, beside OBJECT with its fields. */
export const ITEM_TYPES = ['TEXT', 'NUMBER', 'BOOLEAN', 'DATE_TIME', 'JSON', 'FILE'] as const;
export type ListItems = (typeof ITEM_TYPES)[number] | { type: 'OBJECT'; fields: Field[] };

/** A placeholder, or a field of an OBJECT. Only an OBJECT has `fields`, and only a LIST `items`. */
export interface Field {
  key: string;
  type: PlaceholderType;
  optional?: boolean;
  /** Its value is sealed at rest and shown as `SENSITIVE_MASK`; components read it as it is. */
  sensitive?: boolean;
  fields?: Field[];
  /** TEXT when left out. */
  items?: ListItems;
}

/** A field that a page asks a person for. */
export interface AskedField extends Field {
  /** What the page calls it; the key when left out. */
  label?: string;
  /** Stands below the label. */
  help?: string;
  /** The values to choose from. */
  choices?: string[];
  fields?: AskedField[];
}

/** Type of a value: a field without its key. */
export type ValueShape = Pick<Field, 'type' | 'fields' | 'items'>;

/** What a list with such items holds. */
export function itemShape(items: ListItems = 'TEXT'): ValueShape {
  return typeof items === 'string' ? { type: items } : items;
}

/** The fields that a path leads on to: those of an OBJECT, or of each item of a list; null: they are not declared. */
export function fieldsWithin({ type, fields, items }: ValueShape): readonly Field[] | null {
  if (type === 'OBJECT') return fields ?? [];
  return type === 'LIST' && typeof items === 'object' ? items.fields : null;
}

/** Tries of a component. Back-off doubles from `backoffSeconds`, with jitter. */
export interface RetryPolicy {
  maxAttempts: number;
  backoffSeconds: number;
}

export interface Component {
  id: string;
  type: string;
  /** Of the type of a package, which it is pinned to; without it the newest that is installed. */
  version?: string;
  name?: string;
  /** The placeholder that the component produces. */
  output?: string;
  config: JsonObject;
  retry?: Partial<RetryPolicy>;
  timeoutSeconds?: number;
  /** It does not run, and neither do components that only it leads to, as on a branch that is not taken. */
  disabled?: boolean;
  /** What a TEST run of the draft takes for it while its credential is not chosen; it does not run then (0265). */
  standIn?: Json;
  position?: { x: number; y: number };
}

export interface Connection {
  from: string;
  port: string;
  to: string;
}

export const NOTE_COLORS = ['yellow', 'blue', 'green', 'red', 'gray'] as const;
export type NoteColor = (typeof NOTE_COLORS)[number];

/** A note on the canvas of a draft. Position and size are in pixels at zoom 1. */
export interface Note {
  id: string;
  text: string;
  color?: NoteColor;
  position: { x: number; y: number };
  size?: { width: number; height: number };
}

/** What a component yields in a TEST session without running. */
export interface PinnedOutput {
  /** The value as JSON text, which keeps the order of its keys. */
  json: string;
  /** The port taken. */
  port: string;
  /** Where `json` is masked: as it is, sealed; only stored. */
  sealed?: string;
  /** It stands in for a component whose credential is not chosen yet, and its step says so. */
  standIn?: true;
}

/** How one TEST session runs a draft; part of the session's snapshot, never of a draft or a version. */
export interface TestSettings {
  /** By the component's id. */
  pinnedOutputs?: Record<string, PinnedOutput>;
  /** Nothing after the start component runs, and the output is null. */
  onlyThisComponent?: true;
}

/**
 * Makes a published workflow a tool that MCP clients call. `name` matches `MCP_NAME` and is unique in the organization;
 * `description` is what models read to decide when to call it.
 */
export type McpTool = Record<'name' | 'description', string>;

/** What the name of a tool may be. */
export const MCP_NAME = '^[a-z0-9_-]{1,64}$';

/** The content of a workflow. */
export interface Definition {
  components: Component[];
  connections: Connection[];
  flow?: Flow;
  mcp?: McpTool;
  /** A JSONata expression over the placeholders of the trigger: what its sessions are called in lists. */
  label?: string;
  /** Only a draft has them: they are no part of what runs, so neither versions nor sessions keep them. */
  notes?: Note[];
  test?: TestSettings;
}

/** The fields of a definition, without the others that a workflow or a TEST session has. */
export function definitionOf({ components, connections, flow, mcp, label, notes }: Definition): Definition {
  return {
    components,
    connections,
    ...(flow !== undefined && { flow }),
    ...(mcp !== undefined && { mcp }),
    ...(label !== undefined && { label }),
    ...(notes !== undefined && { notes }),
  };
}

/**
 * Something wrong in a definition. `componentId` is the component that it is shown on. `path` is a JSON pointer within
 * that component, or within the definition when it begins with `/connections` or `componentId` is null.
 */
export interface DefinitionProblem extends Wrong {
  componentId: string | null;
  path: string;
}
