import type { JsonSchema } from '@workflow/component-kit';
import { SESSION_MODES } from '@workflow/workflow-model';
import { defineSchema, type RouteResponse } from './define-route.ts';

/** Returns the schema of an object that has all of these properties, and perhaps others. */
export function object<const Properties extends Record<string, JsonSchema>>(properties: Properties) {
  const required = Object.keys(properties) as (keyof Properties)[];
  return { type: 'object', required, properties } as const;
}

/** Returns the schema of an object that has exactly these properties. */
export function strictObject<const Properties extends Record<string, JsonSchema>>(properties: Properties) {
  return { ...object(properties), additionalProperties: false } as const;
}

/** Returns the schema of `object` under a name, as `defineSchema`. */
export function defineObject<const Properties extends Record<string, JsonSchema>>(
  schemaName: string,
  properties: Properties,
) {
  return defineSchema(schemaName, object(properties));
}

/** Returns the schema of `strictObject` under a name, as `defineSchema`. */
export function defineStrictObject<const Properties extends Record<string, JsonSchema>>(
  schemaName: string,
  properties: Properties,
) {
  return defineSchema(schemaName, strictObject(properties));
}

export const uuid = { type: 'string', format: 'uuid' } as const;
export const time = { type: 'string', format: 'date-time' } as const;

export const MAX_NAME_LENGTH = 200;
export const MAX_DESCRIPTION_LENGTH = 2_000;
export const name = { type: 'string', minLength: 1, maxLength: MAX_NAME_LENGTH } as const;

/** Schemas of the objects that use a resource, and would fail without it. */
export const uses = {
  type: 'array',
  description: 'Workflows of which the version that was published last refers to it, the first twenty.',
  items: object({
    workflowId: uuid,
    name: { type: 'string' },
    published: { type: 'boolean', description: 'false: the workflow was unpublished since then.' },
  }),
} as const;

export const usesSchema = defineObject('Uses', { items: uses });

export const DEFAULT_PAGE = 50;
const MAX_PAGE = 200;

/** `limit` and `cursor` of every list; cursors are ids unless a list defines others. */
export const pageQuery = {
  limit: { type: 'integer', minimum: 1, maximum: MAX_PAGE, default: DEFAULT_PAGE },
  cursor: { ...uuid, description: '`nextCursor` of the page before.' },
} as const;

export const DEFAULT_MINUTES = 60;
const MAX_MINUTES = 7 * 24 * 60;

/** The query parameters `minutes` and `mode` of figures about sessions. */
export const figuresQuery = {
  minutes: {
    type: 'integer',
    minimum: 1,
    maximum: MAX_MINUTES,
    default: DEFAULT_MINUTES,
    description:
      'How many minutes the figures go back: the overview counts ends since then, performance covers sessions that ' +
      'were created since then.',
  },
  mode: { type: 'string', enum: [...SESSION_MODES], default: 'PROD', description: 'The mode of the sessions.' },
} as const;

/** Headers of answers that started a run, when an operator or an admin set a limit. */
export const rateLimitHeaders = {
  RateLimit: { description: 'The remaining requests, if a limit is set.', schema: { type: 'string' } },
  'RateLimit-Policy': { description: 'The limits, where one is set.', schema: { type: 'string' } },
} as const;

export function query<const Properties extends Record<string, JsonSchema>>(properties: Properties) {
  return { type: 'object', additionalProperties: false, properties } as const;
}

/** Returns the schema of path parameters that are ids. */
export function params<const Name extends string>(...names: Name[]) {
  const properties = Object.fromEntries(names.map((each) => [each, uuid])) as Record<Name, typeof uuid>;
  return { type: 'object', required: names, properties } as const;
}

export function pageSchema(schemaName: string, item: JsonSchema): JsonSchema {
  return defineObject(schemaName, {
    items: { type: 'array', items: item },
    nextCursor: { type: 'string', nullable: true, description: 'null on the last page.' },
  });
}

export const personSchema = defineSchema('Person', {
  ...object({
    id: uuid,
    name: { type: 'string', nullable: true, description: 'E-mail address or key name; null when it is gone.' },
  }),
  nullable: true,
});

export const DELETED: RouteResponse = { description: 'Deleted.' };

/** The properties of a problem, wherever it is. */
export const wrongProperties = {
  code: {
    type: 'string',
    description: 'The kind of problem (docs/errors.md). New codes may be added: show `message` for unknown ones.',
  },
  values: {
    type: 'object',
    description: 'The values in the message, such as `field` and `limit`.',
    additionalProperties: {
      oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'array', items: { type: 'string' } }],
    },
  },
  message: { type: 'string' },
} as const satisfies Record<string, JsonSchema>;

/** Returns the schema of a refusal with its problems, which are left out if the body as a whole is invalid. */
export function errorWithProblems(items: JsonSchema): JsonSchema {
  const { required, properties } = object({
    httpStatus: { type: 'integer' },
    errorId: uuid,
    message: { type: 'string' },
  });
  return { type: 'object', required, properties: { ...properties, problems: { type: 'array', items } } };
}
