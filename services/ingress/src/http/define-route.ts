import { foldBodies } from '@workflow/components/descriptors';
import type { Definition } from '@workflow/workflow-model';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JsonSchema } from '@workflow/component-kit';
import type { AppContext } from '../context.ts';
import type { Download } from './answers/answer-download.ts';
import type { ServedPage } from './answers/served-page.ts';
import type { ServedFile } from './answers/answer-file.ts';
import type { ApiKeyCaller, Caller, Role, Scope } from './caller.ts';
import type { Exchange } from './exchange.ts';
import type { JsonOf } from './json-of.ts';
import type { CountedBody } from './bodies/read-counted-body.ts';

type Method = 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * The callers of a route. An API key needs the scope, or one of them. A signed-in user needs the role (default: any
 * member), unless `users` is false. `keys: false` refuses every key. The route itself checks a `webhook-token` with the
 * path that it must match, a signed `address` that is the path, `mcp` (a key in one of two headers), and a `person`
 * (somebody who is signed in, in an organization or not). An `operator` has the key OPERATOR_KEY; without one these
 * routes do not exist.
 */
export type RouteSecurity =
  | { kind: 'public' }
  | { kind: 'webhook-token' }
  | { kind: 'address' }
  | { kind: 'mcp' }
  | { kind: 'person' }
  | { kind: 'operator' }
  | {
      readonly kind: 'caller';
      readonly scope: Scope | readonly Scope[];
      readonly role?: Role;
      readonly users?: boolean;
      readonly keys?: boolean;
      /**
       * True if the handler enforces the workflows of a restricted key itself, or shows nothing of a workflow.
       * Otherwise such a key is refused, unless the path is that of a workflow or a session, which is checked before.
       */
      readonly forBoundKeys?: true;
    };

/** The caller that a route's handler gets. It is undefined unless the route is for callers of an organization. */
type CallerOf<Security> = Security extends { readonly kind: 'caller' }
  ? Security extends { readonly users: false }
    ? ApiKeyCaller
    : Caller
  : null;

export interface RouteResponse {
  description: string;
  schema?: JsonSchema;
  /** The default is `application/json`. */
  contentType?: string;
  /** Other content types that it may have. */
  alternatives?: Record<string, JsonSchema>;
  headers?: Record<string, { description: string; schema: JsonSchema }>;
  example?: unknown;
}

/** The input of a handler. It is checked, and has only properties that the schemas name. */
export interface RouteRequest<Params, Query, Body> {
  params: Params;
  query: Query;
  body: Body;
  /** The bytes from which `body` was read, without their Content-Encoding; empty if there is no body. */
  rawBody: Buffer;
  message: IncomingMessage;
  /** The fields of this request's log line. Handlers add to them. */
  exchange: Exchange;
  /**
   * Reads the body of a route with `bodyTypes`. Call it once. Its time does not count for the answer's deadline.
   * @throws ApiError as `readCountedBody`
   */
  readBody: () => Promise<Pick<CountedBody, 'bytes' | 'sent'>>;
  /**
   * Yields the bytes of such a body while they arrive, for a handler that stores them elsewhere. Call it instead of
   * `readBody`. `heldBytes` is the number of bytes that the handler holds at a time.
   * @throws ApiError as `streamBody`
   */
  streamBody: (limits: { heldBytes: number; maxBytes: number }) => AsyncGenerator<Buffer, void, void>;
  /**
   * Moves the request to the fair queue of its organization, from the queue of its network. For requests without a key.
   * @throws ApiError TOO_MANY_REQUESTS
   */
  enterOrganization(organizationId: string): Promise<void>;
  /** Ends the turn, so that the next request of the queue runs. Call it before the handler waits for another server. */
  leaveTurn(): void;
  /**
   * Announces that the answer waits up to `forMs` for something: its deadline moves, the next request of its queue
   * runs, and large bodies of others are read.
   */
  expectWait(forMs: number): void;
  /** Calls `callback` when the answer has ended, or its client has disconnected. */
  onceAnswered(callback: () => void): void;
}

/** The answer of a handler. `stream` writes the answer itself (server-sent events). */
export interface RouteReply {
  status: number;
  body?: unknown;
  /** JSON that is already serialized, instead of `body`. */
  json?: string;
  /** Text, instead of `body`. */
  text?: string;
  /** The type of `text`. The default is plain text. */
  textType?: string;
  /** A file that was created and compressed in advance, instead of `body`. */
  file?: ServedFile;
  /** A page whose beginning is stored, instead of `body`. */
  page?: ServedPage;
  /** Bytes to download, instead of `body`. `heldBytes` is the number of bytes that are held at a time. */
  download?: Download & { heldBytes: number };
  headers?: Record<string, string>;
  stream?: (response: ServerResponse) => void;
}

interface RouteDescription {
  method: Method;
  /** The path, with `{name}` for parameters as in OpenAPI. */
  path: string;
  summary: string;
  description?: string;
  /** The tag in the OpenAPI document, if it is not that of the other routes of the folder. */
  tag?: string;
  security: RouteSecurity;
  params?: JsonSchema;
  /** True if the caller chooses the name in the path, so that an invalid one is answered 400, not 404. */
  paramsAreChosen?: boolean;
  query?: JsonSchema;
  headers?: JsonSchema;
  body?: JsonSchema;
  /** A request without a body counts as `{}`. */
  bodyOptional?: boolean;
  /**
   * The content types of a body that the handler reads itself. If left out, the body is JSON, read and checked before
   * the handler.
   */
  bodyTypes?: string[];
  /** The size of the largest body, if it exceeds MAX_BODY_BYTES. */
  maxBodyBytes?: number;
  bodyExample?: unknown;
  /**
   * Returns the problems that the handler would report for a body that the schema refuses, so that one answer reports
   * all of them. The body may have any shape.
   */
  findFurtherProblems?: (body: unknown, nowMs: number) => string[];
  /**
   * True if the handler checks the texts of the body with its placeholders. Otherwise they are checked before, so that
   * PostgreSQL can store them.
   */
  checksOwnTexts?: boolean;
  /**
   * True for a route that is answered before any middleware and without headers for browsers, because other systems
   * call it often.
   */
  beforeMiddleware?: boolean;
  /** True for a probe, which is answered immediately however many requests without a key there are. */
  isProbe?: boolean;
  /**
   * True if only some callers may use the method. The handler answers 405 to the others, and no other 405 offers it.
   */
  methodIsOptional?: boolean;
  /** The responses by status. The document's builder adds errors that every route can answer. */
  responses: Record<number, RouteResponse>;
}

/** A route. Its input is checked before `handler` is called. */
export interface Route extends RouteDescription {
  handler(context: AppContext, request: RouteRequest<never, never, never>, caller: never): Promise<RouteReply>;
}

/** A route that its folder lists. */
export interface ListedRoute extends Route {
  /** The unique id for generated clients: `createWorkflow`. */
  operationId: string;
  tag: string;
}

/** Returns the routes of a folder. Each is listed under its `operationId`. */
export function routesOf(tag: string, routes: Record<string, Route>): readonly ListedRoute[] {
  return Object.entries(routes).map(([operationId, route]) => ({ operationId, tag, ...route }));
}

/** The declaration of a route. The schemas determine the types of the handler's input. */
type Declared<Params, Query, Body, Security> = Omit<RouteDescription, 'params' | 'query' | 'body' | 'security'> & {
  params?: Params;
  query?: Query;
  body?: Body;
  security: Security;
  handler(
    context: AppContext,
    request: RouteRequest<JsonOf<Params>, JsonOf<Query>, JsonOf<Body>>,
    caller: CallerOf<Security>,
  ): Promise<RouteReply>;
};

/**
 * Declares a route. One declaration determines Express's registration, the 405 answers, the OpenAPI document and the
 * types of the handler's input, so none of them can differ.
 */
export function defineRoute<
  const Params extends JsonSchema,
  const Query extends JsonSchema,
  const Body extends JsonSchema,
  const Security extends RouteSecurity,
>(route: Declared<Params, Query, Body, Security>): Route {
  const made = route as Route;
  return Object.values(route.responses).some(showsDefinition) ? withBodiesFolded(made) : made;
}

function showsDefinition({ schema }: RouteResponse): boolean {
  const properties = (schema?.['properties'] ?? {}) as Record<string, unknown>;
  return 'components' in properties && 'connections' in properties;
}

/**
 * Returns the route with its answers in the form of API definitions, in which the body of a loop is within a config.
 */
function withBodiesFolded(route: Route): Route {
  const handler: Route['handler'] = async (context, request, caller) => {
    const reply = await route.handler(context, request, caller);
    return reply.body === undefined ? reply : { ...reply, body: foldBodies(reply.body as Definition) };
  };
  return { ...route, handler };
}

const namedSchemas = new Map<JsonSchema, string>();

/** Gives a schema a name, so that the OpenAPI document contains it once. */
export function defineSchema<const Schema extends JsonSchema>(name: string, schema: Schema): Schema {
  namedSchemas.set(schema, name);
  return schema;
}

export function schemaName(schema: JsonSchema): string | undefined {
  return namedSchemas.get(schema);
}
