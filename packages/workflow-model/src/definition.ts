/** Any value that JSON can hold. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** Types of placeholders; `JSON` is any JSON value. */
export const PLACEHOLDER_TYPES = ['TEXT', 'NUMBER', 'BOOLEAN', 'DATE_TIME', 'LIST', 'OBJECT', 'JSON'] as const;
export type PlaceholderType = (typeof PLACEHOLDER_TYPES)[number];

/** A placeholder, or a field of an OBJECT. `fields` stands on OBJECT only. */
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
  position?: { x: number; y: number };
}

export interface Connection {
  from: string;
  port: string;
  to: string;
}

/** What a workflow is made of. */
export interface Definition {
  components: Component[];
  connections: Connection[];
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
