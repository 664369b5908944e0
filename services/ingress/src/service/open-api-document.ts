import { ERRORS, type ErrorCode } from '../errors/registry.ts';
import type { JsonSchema } from '@workflow/component-kit';
import type { ListedRoute, Route, RouteResponse } from '../http/define-route.ts';
import { errorSchema, securitySchemes, TAGS } from './open-api-texts.ts';
import { SchemaReferences } from './schema-references.ts';

/** The version of the API (contract §9). */
const API_VERSION = '1.0.0';

const documents = new WeakMap<readonly ListedRoute[], Map<string, object>>();

/** Returns the OpenAPI 3.0 document of a route table, which is built once. */
export function openApiDocument(publicUrl: string, routes: readonly ListedRoute[]): object {
  const documentsByUrl = documents.get(routes) ?? new Map<string, object>();
  documents.set(routes, documentsByUrl);
  let document = documentsByUrl.get(publicUrl);
  if (document === undefined) {
    document = buildDocument(publicUrl, routes);
    documentsByUrl.set(publicUrl, document);
  }
  return document;
}

function buildDocument(publicUrl: string, routes: readonly ListedRoute[]): object {
  const references = new SchemaReferences({ Error: errorSchema });
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) (paths[route.path] ??= {})[route.method.toLowerCase()] = operation(route, references);
  return {
    openapi: '3.0.3',
    info: {
      title: 'Workflow Automation Service',
      version: API_VERSION,
      description:
        'Starts workflow runs by API and by webhook, shows how they went, and manages workflows, keys and tokens.',
    },
    servers: [{ url: publicUrl }],
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({
      name,
      description: TAGS[name] ?? name,
    })),
    paths,
    components: { schemas: references.schemas(), securitySchemes },
  };
}

function operation(route: ListedRoute, references: SchemaReferences): object {
  const parameters = [
    ...parametersOf('path', route.params, references),
    ...parametersOf('query', route.query, references),
    ...parametersOf('header', route.headers, references),
  ];
  return {
    operationId: route.operationId,
    summary: route.summary,
    description: route.description ?? `${route.summary}.`,
    tags: [route.tag],
    security: securityOf(route),
    ...(parameters.length > 0 && { parameters }),
    ...(route.body !== undefined && { requestBody: requestBody(route, route.body, references) }),
    responses: responsesOf(route, references),
  };
}

function parametersOf(
  place: 'path' | 'query' | 'header',
  schema: JsonSchema | undefined,
  references: SchemaReferences,
): object[] {
  const properties = (schema?.['properties'] ?? {}) as Record<string, JsonSchema>;
  const required = new Set((schema?.['required'] ?? []) as string[]);
  return Object.entries(properties).map(([name, { example, ...schema }]) => {
    const { description, ...described } = references.replace(schema) as JsonSchema;
    return {
      name,
      in: place,
      required: place === 'path' || required.has(name),
      ...(description !== undefined && { description }),
      ...(example !== undefined && { example }),
      schema: described,
    };
  });
}

function requestBody(route: Route, schema: JsonSchema, references: SchemaReferences): object {
  const types = route.bodyTypes ?? ['application/json'];
  const content = (type: string): object => ({
    schema: references.replace(schema),
    ...(route.bodyExample !== undefined && type === 'application/json' && { example: route.bodyExample }),
  });
  return {
    required: route.bodyOptional !== true,
    content: Object.fromEntries(types.map((type) => [type, content(type)])),
  };
}

function securityOf(route: Route): object[] {
  const { security } = route;
  if (security.kind === 'public' || security.kind === 'address') return [];
  if (security.kind === 'mcp') return [{ apiKey: [] }, { bearer: [] }];
  if (security.kind === 'operator') return [{ operatorKey: [] }];
  if (security.kind === 'webhook-token') return [{ webhookToken: [] }, { webhookTokenInUrl: [] }];
  if (security.kind === 'person' || security.keys === false) return [{ cookie: [] }];
  return security.users === false ? [{ apiKey: [] }] : [{ apiKey: [] }, { cookie: [] }];
}

/** Returns the errors that a route of this kind answers in addition to those that it declares. */
function commonErrors(route: Route): ErrorCode[] {
  const errors: ErrorCode[] = [
    'INTERNAL',
    'DATABASE_BUSY',
    'METHOD_NOT_ALLOWED',
    'REQUEST_TIMEOUT',
    'HEADERS_TOO_LARGE',
    'TOO_MANY_REQUESTS',
    'INVALID_REQUEST',
  ];
  if (route.security.kind !== 'public' && route.security.kind !== 'address')
    errors.push('UNAUTHORIZED', 'PERMISSION_DENIED');
  if ((route.params !== undefined && route.security.kind !== 'webhook-token') || route.security.kind === 'operator')
    errors.push('NOT_FOUND');
  if (route.body !== undefined) errors.push('BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE');
  return errors;
}

function responsesOf(route: Route, references: SchemaReferences): Record<string, object> {
  const responses: Record<string, object> = {};
  for (const code of commonErrors(route)) responses[ERRORS[code].status] = errorOf(code);
  if (route.method === 'GET' && isJson(route.responses[200]))
    responses[304] = { description: 'Unchanged since the answer whose `ETag` is in `If-None-Match`.' };
  for (const [status, response] of Object.entries(route.responses)) {
    responses[status] =
      Number(status) >= 400 && response.schema === undefined
        ? errorResponse(response.description, HEADERS[Number(status)])
        : success(Number(status) >= 400 ? orError(response) : response, references);
  }
  return responses;
}

/** Adds a page that shows the problem. Clients that do not ask for pages get the usual error. */
function orError(response: RouteResponse): RouteResponse {
  if (isJson(response)) return response;
  return { ...response, alternatives: { ...response.alternatives, 'application/json': errorSchema } };
}

function isJson(response: RouteResponse | undefined): boolean {
  return response?.schema !== undefined && (response.contentType ?? 'application/json') === 'application/json';
}

/** Replaces a `<value>` in an example message. */
const WITHOUT_VALUES: Partial<Record<ErrorCode, string>> = {
  INVALID_REQUEST: 'The request has problems, which the message names.',
  UNSUPPORTED_MEDIA_TYPE: 'The content type or the content encoding is not supported.',
  BODY_TOO_LARGE: 'The body is too large.',
  INTERNAL: 'Something went wrong; the message contains the error id.',
  METHOD_NOT_ALLOWED: 'The path does not have this method.',
};

const HEADERS: Record<number, Record<string, object>> = {
  405: { Allow: { description: 'The methods that the path has.', schema: { type: 'string' } } },
  429: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'string' } } },
  503: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'string' } } },
};

function errorOf(code: ErrorCode): object {
  const { status, message } = ERRORS[code];
  return errorResponse(WITHOUT_VALUES[code] ?? message, HEADERS[status]);
}

function errorResponse(description: string, headers?: Record<string, object>): object {
  return {
    description,
    ...(headers !== undefined && { headers }),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  };
}

function success(response: RouteResponse, references: SchemaReferences): object {
  const { description, schema, headers, contentType = 'application/json', alternatives = {}, example } = response;
  return {
    description,
    ...(headers !== undefined && { headers }),
    ...(schema !== undefined && {
      content: {
        [contentType]: { schema: references.replace(schema), ...(example !== undefined && { example }) },
        ...Object.fromEntries(
          Object.entries(alternatives).map(([type, alternative]) => [
            type,
            { schema: references.replace(alternative) },
          ]),
        ),
      },
    }),
  };
}
