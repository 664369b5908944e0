import type { ValueShape } from '@workflow/workflow-model';

/** A JSON Schema of another system. Its references are `#/$defs/<name>`, the names of shared schemas. */
export type AppSchema = { readonly [keyword: string]: unknown } | boolean;

/** The effect of a call: none, one that a repetition does not repeat, or one that must happen once. */
export const APP_EFFECTS = ['none', 'repeatable', 'once'] as const;
export type AppEffect = (typeof APP_EFFECTS)[number];

/** The groups of arguments of an OpenAPI operation. */
export const PARAMETER_GROUPS = ['path', 'query', 'header', 'cookie'] as const;
export type ParameterGroup = (typeof PARAMETER_GROUPS)[number];

/** A parameter and its serialization (https://spec.openapis.org/oas/v3.1.1.html#style-values). */
export interface HttpParameter {
  name: string;
  in: ParameterGroup;
  style: string;
  explode: boolean;
  /** True if the value is sent as JSON text. */
  isJson: boolean;
  allowReserved: boolean;
}

/** The form of a request body. `file` is one FILE. */
export interface HttpBody {
  as: 'json' | 'form' | 'multipart' | 'text' | 'file';
  contentType: string;
  /** The fields of a form or a multipart body that the document encodes differently from the others. */
  encoding?: Record<string, FieldEncoding>;
}

/** The encoding of a field (https://spec.openapis.org/oas/v3.1.1.html#encoding-object). */
export interface FieldEncoding {
  /** How a form serializes it, in the styles of query parameters. */
  style?: string;
  explode?: boolean;
  /** The content type of a part of a multipart body. */
  contentType?: string;
}

/** A request of an OpenAPI operation. */
export interface HttpPlan {
  kind: 'http';
  method: string;
  /** The path with its placeholders, such as `/pets/{id}`. */
  path: string;
  /** The base URL of an operation with separate servers; null for the document's. */
  baseUrl: string | null;
  parameters: HttpParameter[];
  body: HttpBody | null;
}

/** A call of a tool of an MCP server. */
export interface ToolPlan {
  kind: 'tool';
  tool: string;
}

/** A type of credential that an operation accepts, with its fields that are not secret. */
export interface CredentialSuggestion {
  type: 'http-basic' | 'http-bearer' | 'http-header' | 'http-query' | 'oauth2';
  fields: Record<string, string | string[]>;
}

/** The fields of an operation that are read only when it is called or shown alone. */
export interface OperationContent {
  input: AppSchema;
  /** The schema of the body of a successful answer, or of a tool's data. */
  output: AppSchema | null;
  /** The type of the output of a step. */
  returns: ValueShape;
  plan: HttpPlan | ToolPlan;
  /** True if the operation declares that callers must sign in. */
  needsSignIn: boolean;
  credentials: CredentialSuggestion[];
}

export interface AppOperation {
  key: string;
  title: string;
  description: string;
  group: string | null;
  effect: AppEffect;
  deprecated: boolean;
  /** A hash of everything on which a caller depends. */
  digest: string;
  content: OperationContent;
  /** The names of all shared schemas that its schemas refer to, directly or through others. */
  schemas: string[];
}

/** The operations that a source offered when it was read. */
export interface AppSnapshot {
  title: string;
  /** The URL of the server that an OpenAPI document names; null for an MCP server. */
  baseUrl: string | null;
  operations: AppOperation[];
  /** Shared schemas by name. */
  schemas: Record<string, AppSchema>;
  /** A sentence about operations that were left out, or null. */
  message: string | null;
}

/** The limits of a source. docs/limits.md lists them. */
export const MAX_DOCUMENT_BYTES = 20 * 1024 * 1024;
export const MAX_OPERATIONS = 20_000;
export const MAX_TOOLS = 2_000;
export const MAX_SCHEMA_BYTES = 256 * 1024;
