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
       * The handler enforces the workflows of a bound key itself, or shows nothing of a workflow. Without this flag
       * such a key is refused, unless the path is that of a workflow or a session, which is checked before.
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

/** The input of a handler. It is checked, and has no properties that the schemas do not name. */
export interface RouteRequest<Params, Query, Body> {
  params: Params;
  query: Query;
  body: Body;
  /** The bytes that `body` was read from, without their Content-Encoding. They are empty without a body. */
  rawBody: Buffer;
  message: IncomingMessage;
  /** The fields of this request's log line. Handlers add to them. */
  exchange: Exchange;
  /**
   * Reads the body of a route that names `bodyTypes`. Call it once. Its time does not count for the answer's.
   * @throws ApiError as `readCountedBody`
   */
  readBody: () => Promise<Pick<CountedBody, 'bytes' | 'sent'>>;
  /**
   * Yields the bytes of such a body while they arrive, instead of `readBody`, for a handler that stores them elsewhere.
   * `heldBytes` is the number of bytes that it holds at a time.
   * @throws ApiError as `streamBody`
   */
  streamBody: (limits: { heldBytes: number; maxBytes: number }) => AsyncGenerator<Buffer, void, void>;
  /**
   * Moves to the fair queue of the organization that a request without a key belongs to, from that of its network.
   * @throws ApiError TOO_MANY_REQUESTS
   */
  enterOrganization(organizationId: string): Promise<void>;
  /** Lets the next request of the queue run, before the handler waits for another server. */
  leaveTurn(): void;
  /**
   * Reports that the answer now waits up to `forMs` for something: its deadline is later, the next request of its queue
   * runs, and large bodies of others are read.
   */
  expectWait(forMs: number): void;
  /** Calls back when the answer has ended, or when its client has disconnected. */
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
  /** A file that was made and compressed in advance, instead of `body`. */
  file?: ServedFile;
  /** A page whose beginning is stored, instead of `body`. */
  page?: ServedPage;
  /** Bytes to save, instead of `body`. `heldBytes` is the number of bytes that are held at a time. */
  download?: Download & { heldBytes: number };
  headers?: Record<string, string>;
  stream?: (response: ServerResponse) => void;
}

interface RouteDescription {
  method: Method;
  /** The path, with `{name}` for parameters as in OpenAPI. */
  path: string;
  /** The unique id for generated clients: `createWorkflow`. */
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security: RouteSecurity;
  params?: JsonSchema;
  /** The caller chooses the name in the path, so a malformed one is answered 400, not 404. */
  paramsAreChosen?: boolean;
  query?: JsonSchema;
  headers?: JsonSchema;
  body?: JsonSchema;
  /** A request without a body counts as `{}`. */
  bodyOptional?: boolean;
  /**
   * The content types of a body that the handler reads itself. Without them the body is JSON, read and checked before.
   */
  bodyTypes?: string[];
  /** The size of the largest body, where it exceeds MAX_BODY_BYTES. */
  maxBodyBytes?: number;
  bodyExample?: unknown;
  /** The handler checks the texts of the body with its placeholders. Otherwise PostgreSQL can store each of them. */
  checksOwnTexts?: boolean;
  /** Answered before any middleware and without headers for browsers: for routes that other systems call often. */
  beforeMiddleware?: boolean;
  /** A probe, answered at once however many requests without a key there are. */
  isProbe?: boolean;
  /** Only some callers may use the method; the handler answers 405 to the others, and no other 405 offers it. */
  methodIsOptional?: boolean;
  /** By status. Errors that every route can answer are added by the document's builder. */
  responses: Record<number, RouteResponse>;
}

/** A route. Its input is checked before `handler` is called. */
export interface Route extends RouteDescription {
  handler(context: AppContext, request: RouteRequest<never, never, never>, caller: never): Promise<RouteReply>;
}

/** The declaration of a route: the handler's input has the types that the schemas describe. */
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
 * Declares a route. The table of these yields Express's registration, the 405 answers, the OpenAPI document and the
 * types of its handler's input, so none of them can differ from what the service does.
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

/** Returns the route with its answers in the form in which callers write definitions: bodies are within configs. */
function withBodiesFolded(route: Route): Route {
  const handler: Route['handler'] = async (context, request, caller) => {
    const reply = await route.handler(context, request, caller);
    return reply.body === undefined ? reply : { ...reply, body: foldBodies(reply.body as Definition) };
  };
  return { ...route, handler };
}

const namedSchemas = new Map<JsonSchema, string>();

/** Gives a schema a name, under which the OpenAPI document holds it once. */
export function defineSchema<const Schema extends JsonSchema>(name: string, schema: Schema): Schema {
  namedSchemas.set(schema, name);
  return schema;
}

export function schemaName(schema: JsonSchema): string | undefined {
  return namedSchemas.get(schema);
}
