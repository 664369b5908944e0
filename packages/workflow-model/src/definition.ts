import type { Flow } from './flow.ts';

/** Any value that JSON can hold. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export interface JsonObject {
  [key: string]: Json;
}

/** Types of placeholders; `JSON` is any JSON value. */
export const PLACEHOLDER_TYPES = ['TEXT', 'NUMBER', 'BOOLEAN', 'DATE_TIME', 'LIST', 'OBJECT', 'JSON'] as const;
export type PlaceholderType = (typeof PLACEHOLDER_TYPES)[number];

/** A placeholder, or a field of an OBJECT. Only an OBJECT has `fields`. */
export interface Field {
  key: string;
  type: PlaceholderType;
  optional?: boolean;
  fields?: Field[];
}

/** Tries of a component. Back-off doubles from `backoffSeconds`, with jitter. */
export interface RetryPolicy {
  maxAttempts: number;
  backoffSeconds: number;
}

export interface Component {
  id: string;
  type: string;
  name?: string;
  /** The placeholder that the component produces. */
  output?: string;
  config: JsonObject;
  retry?: Partial<RetryPolicy>;
  timeoutSeconds?: number;
  /** It does not run, and neither do components that only it leads to, as on a branch that is not taken. */
  disabled?: boolean;
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
}

/** How one TEST session runs a draft; part of the session's snapshot, never of a draft or a version. */
export interface TestSettings {
  /** By the component's id. */
  pinnedOutputs?: Record<string, PinnedOutput>;
  /** Nothing after the start component runs, and the output is null. */
  onlyThisComponent?: true;
}

/** The content of a workflow. */
export interface Definition {
  components: Component[];
  connections: Connection[];
  flow?: Flow;
  /** Only a draft has them: they are no part of what runs, so neither versions nor sessions keep them. */
  notes?: Note[];
  test?: TestSettings;
}

/** The fields of a definition, without the others that a workflow or a TEST session has. */
export function definitionOf({ components, connections, flow, notes }: Definition): Definition {
  return { components, connections, ...(flow !== undefined && { flow }), ...(notes !== undefined && { notes }) };
}

/**
 * Something wrong in a definition. `componentId` is the component that it is shown on. `path` is a JSON pointer within
 * that component, or within the definition when it begins with `/connections` or `componentId` is null.
 */
export interface DefinitionProblem {
  componentId: string | null;
  path: string;
  message: string;
}
