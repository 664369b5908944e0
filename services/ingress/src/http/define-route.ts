import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AppContext } from '../context.ts';
import type { Caller, Role, Scope } from './caller.ts';

/** JSON Schema in the dialect that OpenAPI 3.0 and Ajv share: `nullable`, `enum` of one instead of `const`. */
export type JsonSchema = { readonly [keyword: string]: unknown };

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call. An API key needs the scope, or one of them; a signed-in user needs the role (default: any member), unless
 * `users` is false. `webhook-token` and `public` are for routes that see to it themselves.
 */
export type RouteSecurity =
  | { kind: 'public' }
  | { kind: 'webhook-token' }
  | { kind: 'caller'; scope: Scope | readonly Scope[]; role?: Role; users?: boolean };

export interface RouteResponse {
  description: string;
  schema?: JsonSchema;
  /** Default `application/json`. */
  contentType?: string;
  headers?: Record<string, { description: string; schema: JsonSchema }>;
  example?: unknown;
}

/** What a handler is given: checked, and nothing that the schemas do not name. */
export interface RouteRequest<Params, Query, Body> {
  params: Params;
  query: Query;
  body: Body;
  message: IncomingMessage;
}

/** What a handler answers. `stream` writes the answer itself (server-sent events). */
export interface RouteReply {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
  stream?: (response: ServerResponse) => void;
}

interface RouteDescription {
  method: Method;
  /** With `{name}` for parameters, as OpenAPI writes it. */
  path: string;
  /** Unique, for generated clients: `createWorkflow`. */
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security: RouteSecurity;
  params?: JsonSchema;
  /** The caller chooses what the path names: a bad name is a bad request, not a thing that is not there. */
  paramsAreChosen?: boolean;
  query?: JsonSchema;
  headers?: JsonSchema;
  body?: JsonSchema;
  /** A request without a body counts as `{}`. */
  bodyOptional?: boolean;
  /** Content types of the body; default `application/json` alone. */
  bodyTypes?: string[];
  bodyExample?: unknown;
  /** By status. Errors that every route can answer are added by the document's builder. */
  responses: Record<number, RouteResponse>;
}

/** A route whose input is checked before `handler` is called. */
export interface CheckedRoute extends RouteDescription {
  handler(context: AppContext, request: RouteRequest<never, never, never>, caller: Caller): Promise<RouteReply> | RouteReply;
}

/** A route that reads and answers by itself, before any middleware: the hot path. */
export interface DirectRoute extends RouteDescription {
  direct(context: AppContext, request: DirectRequest, response: ServerResponse): void;
}

export interface DirectRequest extends IncomingMessage {
  params: Record<string, string>;
}

export type Route = CheckedRoute | DirectRoute;

/**
 * Declares a route. From the table of these come Express's registration, the 405 answers, and the OpenAPI
 * document, so none of them can differ from what the service does.
 */
export function defineRoute<Params = unknown, Query = unknown, Body = unknown>(
  route: RouteDescription & {
    handler(context: AppContext, request: RouteRequest<Params, Query, Body>, caller: Caller): Promise<RouteReply> | RouteReply;
  },
): CheckedRoute {
  return route as unknown as CheckedRoute;
}

export function defineDirectRoute(route: DirectRoute): DirectRoute {
  return route;
}

const namedSchemas = new Map<JsonSchema, string>();

/** Gives a schema a name, under which the OpenAPI document holds it once. */
export function defineSchema(name: string, schema: JsonSchema): JsonSchema {
  namedSchemas.set(schema, name);
  return schema;
}

export function schemaName(schema: JsonSchema): string | undefined {
  return namedSchemas.get(schema);
}
