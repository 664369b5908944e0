import { isObject } from '../is-object.ts';
import type { CopiedSchema, SchemaPool } from '../schemas/schema-pool.ts';
import { LeftOut } from '../schemas/left-out.ts';
import { httpOutput } from '../schemas/output-types.ts';
import type { AppEffect, AppOperation, AppSchema, HttpBody } from '../snapshot.ts';
import { chooseMediaType, isBytes, type ChosenMediaType } from './media-types.ts';
import { readParameters, type ReadParameters } from './read-parameters.ts';
import type { References } from './references.ts';
import { readSecurity } from './security.ts';
import { firstServer, serverOf } from './servers.ts';

export const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'] as const;
type Method = (typeof METHODS)[number];

const EFFECTS: Record<Method, AppEffect> = {
  get: 'none',
  head: 'none',
  options: 'none',
  put: 'repeatable',
  delete: 'repeatable',
  post: 'once',
  patch: 'once',
};
const MAX_TITLE = 200;
const MAX_DESCRIPTION = 4_000;
/** Maximum number of characters of a path, with its placeholders. */
const MAX_PATH = 2_000;

/** The schema of a FILE in arguments. */
const FILE_SCHEMA: AppSchema = { type: 'object', title: 'File', 'x-file': true };

/** The parts of a document that its operations need. */
export interface DocumentParts {
  document: Record<string, unknown>;
  documentUrl: string | null;
  references: References;
  pool: SchemaPool;
}

/** Identifies an operation in its document. */
export interface OperationPlace {
  path: string;
  method: Method;
  pathItem: Record<string, unknown>;
  operation: Record<string, unknown>;
  key: string;
}

/** Reads one operation. @throws LeftOut with the reason */
export function readOperation(parts: DocumentParts, place: OperationPlace): AppOperation {
  const { document, references, pool } = parts;
  const { path, method, pathItem, operation, key } = place;
  if (path.length > MAX_PATH) throw new LeftOut(`its path has more than ${MAX_PATH} characters`);
  const { parameters, groups, copied } = readParameters(
    [placeholdersOf(path), pathItem['parameters'], operation['parameters']],
    references,
    pool,
  );
  const requestBody = references.resolve(operation['requestBody']);
  const body = method === 'get' || method === 'head' ? null : chooseMediaType(requestBody['content']);
  const copiedBody = body === null ? null : pool.copy(bodySchema(body, references));
  const success = chooseMediaType(references.resolve(successOf(operation['responses']))['content']);
  const copiedOutput = success?.as === 'json' && success.schema !== undefined ? pool.copy(success.schema) : null;
  const input = inputOf(groups, copiedBody, requestBody['required'] === true);
  const components = isObject(document['components']) ? document['components'] : {};
  const requirements = operation['security'] ?? document['security'];
  const security = readSecurity(requirements, components['securitySchemes'], references);
  const plan = {
    kind: 'http',
    method: method.toUpperCase(),
    path,
    baseUrl: ownServer(place, parts),
    parameters,
    body: body === null ? null : bodyPlan(body),
  } as const;
  const output = copiedOutput?.schema ?? null;
  const all = [...copied, ...[copiedBody, copiedOutput].filter((one) => one !== null)];
  const { names, digest } = pool.close(all, plan);
  const { summary, description, deprecated, tags } = operation;
  const title = textOf(summary) || textOf(operation['operationId']) || key;
  return {
    key,
    title: title.slice(0, MAX_TITLE),
    description: textOf(description).slice(0, MAX_DESCRIPTION),
    group: Array.isArray(tags) && typeof tags[0] === 'string' ? tags[0].slice(0, MAX_TITLE) : null,
    effect: EFFECTS[method],
    deprecated: deprecated === true,
    digest,
    content: {
      input,
      output,
      returns: httpOutput(success === null ? null : success.as, output, (name) => pool.schemaOf(name)),
      plan,
      needsSignIn: security.isRequired,
      credentials: security.credentials,
    },
    schemas: names,
  };
}

/** Returns parameters for the placeholders of a path. Some documents do not declare them. */
function placeholdersOf(path: string): Record<string, unknown>[] {
  const [, ...parts] = path.split('{');
  return parts
    .map((segment) => segment.slice(0, segment.indexOf('}')))
    .filter((name, index) => name !== '' && parts[index]?.includes('}') === true)
    .map((name) => ({ name, in: 'path', schema: { type: 'string' } }));
}

/** Returns the server of an operation if it differs from that of the document, which an app may replace. */
function ownServer(
  { operation, pathItem }: OperationPlace,
  { document, documentUrl }: Pick<DocumentParts, 'document' | 'documentUrl'>,
): string | null {
  const server = firstServer(operation['servers'] ?? pathItem['servers'], documentUrl);
  return server === serverOf(document, documentUrl) ? null : server;
}

function bodyPlan({ as, contentType, encoding }: ChosenMediaType): HttpBody {
  return { as, contentType, ...(encoding !== undefined && { encoding }) };
}

/** Returns the schema of the arguments, in groups. */
function inputOf(groups: ReadParameters['groups'], body: CopiedSchema | null, isBodyRequired: boolean): AppSchema {
  const required = Object.entries(groups)
    .filter(([, group]) => group.required !== undefined)
    .map(([group]) => group);
  return {
    type: 'object',
    properties: { ...groups, ...(body !== null && { body: body.schema }) },
    required: [...required, ...(body !== null && isBodyRequired ? ['body'] : [])],
    additionalProperties: false,
  };
}

/** Returns the schema of a body's value. Bytes are a FILE, also within a multipart body. */
function bodySchema({ as, schema }: ChosenMediaType, references: References): unknown {
  if (as === 'file') return FILE_SCHEMA;
  // The schema of XML describes its elements, and the value is the whole text.
  if (as === 'text') return { type: 'string', description: references.resolve(schema)['description'] };
  return as === 'multipart' ? { ...withFilesInside(schema, references), type: 'object' } : (schema ?? {});
}

/** Maximum number of levels of `allOf` in a multipart body. */
const MAX_MULTIPART_DEPTH = 10;

/** Returns the schema of a multipart body, in which properties and those of `allOf` may be files. */
function withFilesInside(schema: unknown, references: References, depth = 0): Record<string, unknown> {
  const resolved = references.resolve(schema);
  const { properties, allOf } = resolved;
  return {
    ...resolved,
    ...(isObject(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, withFiles(property, references)]),
      ),
    }),
    ...(Array.isArray(allOf) &&
      depth < MAX_MULTIPART_DEPTH && {
        allOf: allOf.map((combined) => withFilesInside(combined, references, depth + 1)),
      }),
  };
}

function withFiles(property: unknown, references: References): unknown {
  const resolved = references.resolve(property);
  if (isBytes(resolved)) return { ...(FILE_SCHEMA as object), description: resolved['description'] };
  if (resolved['type'] === 'array' && isBytes(references.resolve(resolved['items'])))
    return { ...resolved, items: FILE_SCHEMA };
  return property;
}

/** Returns the response of a success: the first status of 2xx, otherwise the default. */
function successOf(responses: unknown): unknown {
  if (!isObject(responses)) return undefined;
  const [first] = Object.keys(responses)
    .filter((status) => /^2(?:\d\d|xx)$/i.test(status))
    .toSorted();
  return responses[first ?? 'default'];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
