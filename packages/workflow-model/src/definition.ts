import type { Flow } from './flow.ts';
import type { Wrong } from './problem-codes.ts';

/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export interface JsonObject {
  [key: string]: Json;
}

/** Returns true for a JSON object: null and lists are not objects. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value if it is an object, and an empty object if it is anything else. */
export function objectOrEmpty(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The types of placeholders. `JSON` is any JSON value, and `FILE` names a stored file. */
export const PLACEHOLDER_TYPES = ['TEXT', 'NUMBER', 'BOOLEAN', 'DATE_TIME', 'LIST', 'OBJECT', 'JSON', 'FILE'] as const;
export type PlaceholderType = (typeof PLACEHOLDER_TYPES)[number];

/** The types of a LIST's items, in addition to OBJECT with its fields. */
export const ITEM_TYPES = ['TEXT', 'NUMBER', 'BOOLEAN', 'DATE_TIME', 'JSON', 'FILE'] as const;
export type ListItems = (typeof ITEM_TYPES)[number] | { type: 'OBJECT'; fields: Field[] };

/** A placeholder, or a field of an OBJECT. Only an OBJECT has `fields`, and only a LIST `items`. */
export interface Field {
  key: string;
  type: PlaceholderType;
  optional?: boolean;
  /** True if its value is stored encrypted and shown as `SENSITIVE_MASK`. Components read the real value. */
  sensitive?: boolean;
  fields?: Field[];
  /** The type of the items. Default: TEXT. */
  items?: ListItems;
}

/** A field that a page asks a person for. */
export interface AskedField extends Field {
  /** The label on the page. Default: the key. */
  label?: string;
  /** The help text below the label. */
  help?: string;
  /** The values to choose from. */
  choices?: string[];
  fields?: AskedField[];
}

/** The type of a value: a field without its key. */
export type ValueShape = Pick<Field, 'type' | 'fields' | 'items'>;

/** Returns the type of a list's items. */
export function itemShape(items: ListItems = 'TEXT'): ValueShape {
  return typeof items === 'string' ? { type: items } : items;
}

/** Returns the fields of an OBJECT, or of each item of a list. Returns null if they are not declared. */
export function fieldsWithin({ type, fields, items }: ValueShape): readonly Field[] | null {
  if (type === 'OBJECT') return fields ?? [];
  return type === 'LIST' && typeof items === 'object' ? items.fields : null;
}

/** The retries of a component. The backoff doubles from `backoffSeconds`, with jitter. */
export interface RetryPolicy {
  maxAttempts: number;
  backoffSeconds: number;
}

export interface Component {
  id: string;
  type: string;
  /** The version of a package's type to which it is pinned. Default: the newest installed version. */
  version?: string;
  name?: string;
  /** The placeholder that the component produces. */
  output?: string;
  config: JsonObject;
  retry?: Partial<RetryPolicy>;
  timeoutSeconds?: number;
  /** True if it does not run. Components that only it leads to do not run either, as on a branch that is not taken. */
  disabled?: boolean;
  /**
   * The output of a TEST run of the draft while its credential is not chosen. The component does not run then (0265).
   */
  standIn?: Json;
  position?: { x: number; y: number };
  /**
   * The id of the component whose loop contains it. Components of loops are in the same list as all others, so that
   * code which reads a definition cannot miss them. Only the API and its clients write loops within configs.
   */
  within?: string;
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

/** The output of a component in a TEST session in which it does not run. */
export interface PinnedOutput {
  /** The value as JSON text, which preserves the order of its keys. */
  json: string;
  /** The port on which the session continues. */
  port: string;
  /** The encrypted value, if `json` is masked. It exists only in the database. */
  sealed?: string;
  /** True if it replaces a component whose credential is not chosen yet. Its step reports that. */
  standIn?: true;
}

/** The settings of one TEST session. They are part of the session's snapshot, never of a draft or a version. */
export interface TestSettings {
  /** Pinned outputs by component id. */
  pinnedOutputs?: Record<string, PinnedOutput>;
  /** True to run only the start component. The output is null then. */
  onlyThisComponent?: true;
}

/**
 * Makes a published workflow a tool for MCP clients. `name` matches `MCP_NAME` and is unique in the organization.
 * Models read `description` to decide when to call it. If `startAt` is true, calls may name the time at which their
 * session starts.
 */
export type McpTool = Record<'name' | 'description', string> & { startAt?: boolean };

/** The pattern of tool names. */
export const MCP_NAME = '^[a-z0-9_-]{1,64}$';

/** The names of the tools that the service itself offers to MCP clients. The tool of a workflow has another name. */
export const SERVICE_TOOLS = [
  'list_workflows',
  'list_sessions',
  'get_session',
  'retry_session',
  'cancel_session',
  'search_workflows',
  'run_workflow',
  'list_component_types',
  'describe_component_type',
  'list_credentials',
  'list_apps',
  'list_app_operations',
  'describe_app_operation',
  'create_workflow',
  'get_workflow',
  'update_workflow',
  'check_workflow',
  'test_workflow',
  'publish_workflow',
] as const;
export type ServiceTool = (typeof SERVICE_TOOLS)[number];

/** The content of a workflow. */
export interface Definition {
  components: Component[];
  connections: Connection[];
  flow?: Flow;
  mcp?: McpTool;
  /** A JSONata expression over the placeholders of the trigger that computes the label of sessions. */
  label?: string;
  /** Sessions that no executor has claimed this long after their start end as expired. */
  expireAfterSeconds?: number;
  /** The executor pool of PROD and TEST sessions. If left out, the pool of the organization. */
  pool?: string;
  /** The notes of a draft. Versions and sessions do not store them, because they do not run. */
  notes?: Note[];
  test?: TestSettings;
}

/** Returns the fields of a definition, without the other fields of a workflow or a TEST session. */
export function definitionOf(definition: Definition): Definition {
  const { components, connections, flow, mcp, label, expireAfterSeconds, pool, notes } = definition;
  return {
    components,
    connections,
    ...(flow !== undefined && { flow }),
    ...(mcp !== undefined && { mcp }),
    ...(label !== undefined && { label }),
    ...(expireAfterSeconds !== undefined && { expireAfterSeconds }),
    ...(pool !== undefined && { pool }),
    ...(notes !== undefined && { notes }),
  };
}

/**
 * A problem of a definition. `componentId` is the component where it is shown. `path` is a JSON pointer within that
 * component, or within the definition if it begins with `/connections` or `componentId` is null.
 */
export interface DefinitionProblem extends Wrong {
  componentId: string | null;
  path: string;
}
